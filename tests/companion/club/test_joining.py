from datetime import timedelta

import psycopg
import pytest
from msgspec.structs import replace

from companion.club.membership import Invitation, join, joined, leave
from companion.club.owner import ClubError, connect, init


def test_the_schema_is_made_once_and_then_left_alone(club):
    assert init(club.url) == []
    with connect(club.url) as db:
        assert db.execute("SELECT count(*) FROM club.rows").fetchone() == (0,)


def test_a_database_that_was_not_prepared_is_refused(cluster):
    with pytest.raises(ClubError, match="club init"):
        connect(cluster.url())


def test_a_table_joins_and_keeps_its_membership_to_itself(club):
    member = club.table("Table 1", names=True)
    kept = club.folder_of("Table 1")
    assert joined(kept) == member
    assert (kept / "club.json").stat().st_mode & 0o077 == 0
    assert member.names
    assert club.as_table(member).execute("SELECT club.own() IS NOT NULL").fetchone() == (True,)


def test_an_invitation_works_once(club):
    invitation = Invitation.read(str(club.invite("Table 1")))
    join(invitation, club.folder_of("Table 1"))
    with pytest.raises(ClubError, match="cannot join"):
        join(invitation, club.folder_of("another"))
    assert joined(club.folder_of("another")) is None


def test_an_invitation_expires(club):
    invitation = club.invite("Table 1", valid=timedelta(seconds=-1))
    with pytest.raises(ClubError, match="cannot join"):
        join(invitation, club.folder_of("Table 1"))


def test_a_table_that_is_invited_again_cannot_use_what_it_had(club):
    member = club.table("Table 1")
    old = club.as_table(member)
    club.invite("Table 1")
    with pytest.raises(psycopg.Error):
        old.execute("SELECT club.tips()")
    with pytest.raises(psycopg.Error, match="password"):
        club.as_table(member)


def test_a_server_with_another_certificate_is_not_joined(club):
    invitation = club.invite("Table 1")
    other = replace(invitation, fingerprint="00" * 32)
    with pytest.raises(ClubError, match="not the one that invites"):
        join(other, club.folder_of("Table 1"))


def test_half_an_invitation_is_refused_in_words(club):
    with pytest.raises(ClubError, match="part of it is missing"):
        Invitation.read(str(club.invite("Table 1"))[:60])


def test_a_table_that_left_is_let_in_no_more(club):
    member = club.table("Table 1")
    leave(club.folder_of("Table 1"))
    assert joined(club.folder_of("Table 1")) is None
    with pytest.raises(psycopg.Error):
        club.as_table(member)
