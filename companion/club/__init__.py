"""Many tables on one PostgreSQL: each ships its journal, the organiser sees all of them (extra `club`, CLUB.md)."""
