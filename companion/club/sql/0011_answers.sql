-- What the organiser answered last to the table's call: 'answered' (somebody comes), 'helped' (it is settled), or 'help'.
CREATE FUNCTION club.answer() RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    SELECT kind FROM club.signals
    WHERE table_id = club.own() AND kind IN ('help', 'answered', 'helped') ORDER BY id DESC LIMIT 1
$$;
REVOKE ALL ON FUNCTION club.answer() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION club.answer() TO club_table;
