-- What tables send: their journals, row by row, and signals. Each table has a role of its own, which may only insert,
-- and only in its own name.

CREATE TABLE club.tables (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 60),
    role name NOT NULL UNIQUE,
    names boolean NOT NULL,                 -- whether the table sends its players' names, or pseudonyms
    invited_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    enrolled_at timestamptz,
    closed_at timestamptz
);

-- The tip of each chain of rows. A table begins another journal where no tip is a row of its file: a game was erased,
-- a backup restored, another file opened. The newest journal counts for every session that is in it.
CREATE TABLE club.journals (
    table_id int NOT NULL REFERENCES club.tables,
    journal int NOT NULL,
    number bigint NOT NULL DEFAULT 0,
    checksum bigint NOT NULL DEFAULT 0,
    count bigint NOT NULL DEFAULT 0,
    opened_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    received timestamptz NOT NULL DEFAULT clock_timestamp(),
    replaced_at timestamptz,
    PRIMARY KEY (table_id, journal)
);

CREATE TABLE club.sessions (
    table_id int NOT NULL,
    journal int NOT NULL,
    id text NOT NULL,
    game text NOT NULL,                     -- '': the session was erased
    rules_version int NOT NULL,
    header bytea NOT NULL,
    PRIMARY KEY (table_id, journal, id),
    FOREIGN KEY (table_id, journal) REFERENCES club.journals
);

-- The columns of the journal's entries, unchanged. No foreign key: the trigger below reads the journal's tip anyway.
CREATE TABLE club.rows (
    table_id int NOT NULL,
    journal int NOT NULL,
    number bigint NOT NULL,
    session text NOT NULL,
    seq int NOT NULL,
    at text NOT NULL,
    origin text NOT NULL,
    kind text NOT NULL,
    body bytea NOT NULL,
    attached bigint,
    previous bigint NOT NULL,
    checksum bigint NOT NULL,
    received timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (table_id, journal, number)
);

CREATE TABLE club.signals (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    table_id int NOT NULL REFERENCES club.tables,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    kind text NOT NULL CHECK (length(kind) <= 20),
    body jsonb NOT NULL CHECK (pg_column_size(body) <= 4096)
);
CREATE INDEX signals_of_table ON club.signals (table_id, kind, id);

-- The table whose role is connected; null before it has joined and after it has left.
CREATE FUNCTION club.own() RETURNS int LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT id FROM club.tables WHERE role = session_user AND enrolled_at IS NOT NULL AND closed_at IS NULL
$$;

-- The tips of its own journals: all that a table may read.
CREATE FUNCTION club.tips() RETURNS TABLE (journal int, number bigint, checksum bigint, count bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT journal, number, checksum, count FROM club.journals
    WHERE table_id = club.own() AND replaced_at IS NULL ORDER BY journal DESC
$$;

CREATE FUNCTION club.open_journal() RETURNS int
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    INSERT INTO club.journals (table_id, journal)
    SELECT club.own(), coalesce(max(journal), 0) + 1 FROM club.journals WHERE table_id = club.own()
    RETURNING journal
$$;

-- Older journals that share a session with this one are copies of it from before: `club.prune` removes them.
CREATE FUNCTION club.caught_up(newest int) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    UPDATE club.journals older SET replaced_at = clock_timestamp()
    WHERE older.table_id = club.own() AND older.journal < newest AND older.replaced_at IS NULL AND EXISTS (
        SELECT 1 FROM club.sessions was JOIN club.sessions now USING (table_id, id)
        WHERE was.table_id = older.table_id AND was.journal = older.journal AND now.journal = newest)
$$;

-- A table joins: the password of its invitation is replaced by its own, as a verifier, so nobody else learns that.
CREATE FUNCTION club.enrol(verifier text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    shares boolean;
BEGIN
    IF verifier !~ '^SCRAM-SHA-256\$' THEN
        RAISE EXCEPTION 'this is no verifier of a password';
    END IF;
    UPDATE club.tables SET enrolled_at = clock_timestamp()
    WHERE role = session_user AND enrolled_at IS NULL AND closed_at IS NULL RETURNING names INTO shares;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'this invitation was used';
    END IF;
    -- several connections: those that a broken network left open end later
    EXECUTE format('ALTER ROLE %I PASSWORD %L VALID UNTIL ''infinity'' CONNECTION LIMIT 8', session_user, verifier);
    RETURN shares;
END
$$;

CREATE FUNCTION club.leave() RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    UPDATE club.tables SET closed_at = clock_timestamp() WHERE id = club.own();
    EXECUTE format('ALTER ROLE %I NOLOGIN', session_user);
END
$$;

-- Rows are taken if they follow from the tip, and wake the readers. The chain of checksums shows a gap: numbers may
-- have holes, where a game was erased.
CREATE FUNCTION club.rows_arrived() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    which record;
    tip record;
    last record;
BEGIN
    FOR which IN SELECT DISTINCT table_id, journal FROM arrived LOOP
        SELECT * INTO tip FROM club.journals
        WHERE table_id = which.table_id AND journal = which.journal AND replaced_at IS NULL FOR UPDATE;
        IF NOT FOUND THEN
            RAISE EXCEPTION 'there is no journal %', which.journal USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        SELECT count(*) AS count, max(number) AS number,
               (array_agg(checksum ORDER BY number DESC))[1] AS checksum,
               bool_and(number > number_before AND previous = checksum_before) AS follow
        INTO last
        FROM (SELECT number, previous, checksum, lag(number, 1, tip.number) OVER by_number AS number_before,
                     lag(checksum, 1, tip.checksum) OVER by_number AS checksum_before
              FROM arrived WHERE table_id = which.table_id AND journal = which.journal
              WINDOW by_number AS (ORDER BY number)) AS chain;
        IF NOT last.follow THEN
            RAISE EXCEPTION 'the rows do not follow from row % of journal %', tip.number, which.journal
                USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        UPDATE club.journals SET number = last.number, checksum = last.checksum, count = tip.count + last.count,
                                 received = clock_timestamp()
        WHERE table_id = which.table_id AND journal = which.journal;
        PERFORM pg_notify('club', which.table_id::text);
    END LOOP;
    RETURN NULL;
END
$$;
CREATE TRIGGER rows_arrived AFTER INSERT ON club.rows REFERENCING NEW TABLE AS arrived
    FOR EACH STATEMENT EXECUTE FUNCTION club.rows_arrived();

CREATE FUNCTION club.signals_arrived() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    PERFORM pg_notify('club', table_id::text) FROM (SELECT DISTINCT table_id FROM arrived) AS tables;
    RETURN NULL;
END
$$;
CREATE TRIGGER signals_arrived AFTER INSERT ON club.signals REFERENCING NEW TABLE AS arrived
    FOR EACH STATEMENT EXECUTE FUNCTION club.signals_arrived();

-- The owner removes what was replaced, and all but the newest signals of a day ago.
CREATE FUNCTION club.prune() RETURNS void LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
    DELETE FROM club.rows USING club.journals j
    WHERE rows.table_id = j.table_id AND rows.journal = j.journal AND j.replaced_at IS NOT NULL;
    DELETE FROM club.sessions USING club.journals j
    WHERE sessions.table_id = j.table_id AND sessions.journal = j.journal AND j.replaced_at IS NOT NULL;
    DELETE FROM club.signals old WHERE at < clock_timestamp() - interval '1 day' AND EXISTS (
        SELECT 1 FROM club.signals WHERE table_id = old.table_id AND kind = old.kind AND id > old.id);
$$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA club FROM PUBLIC;

-- Roles are shared by all databases of a server: another club may have made this one.
DO $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'club_table') THEN
        CREATE ROLE club_table NOLOGIN;
    END IF;
    EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
END
$$;
GRANT USAGE ON SCHEMA club TO club_table;
GRANT INSERT ON club.sessions, club.rows TO club_table;
GRANT INSERT (table_id, kind, body) ON club.signals TO club_table;
GRANT EXECUTE ON FUNCTION club.own(), club.tips(), club.open_journal(), club.caught_up(int), club.enrol(text), club.leave()
    TO club_table;

ALTER TABLE club.tables ENABLE ROW LEVEL SECURITY;
ALTER TABLE club.journals ENABLE ROW LEVEL SECURITY;
ALTER TABLE club.sessions ENABLE ROW LEVEL SECURITY;
ALTER TABLE club.rows ENABLE ROW LEVEL SECURITY;
ALTER TABLE club.signals ENABLE ROW LEVEL SECURITY;
-- (SELECT ...): once a statement, not once a row
CREATE POLICY own_sessions ON club.sessions FOR INSERT TO club_table WITH CHECK (table_id = (SELECT club.own()));
CREATE POLICY own_rows ON club.rows FOR INSERT TO club_table WITH CHECK (table_id = (SELECT club.own()));
CREATE POLICY own_signals ON club.signals FOR INSERT TO club_table WITH CHECK (table_id = (SELECT club.own()));
