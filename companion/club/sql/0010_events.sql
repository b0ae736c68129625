-- Events of the club: who takes part, who plays whom. Results follow from what the tables send; one that the organiser
-- entered counts instead. Tables have no rights here.

-- A session's rows, for a board that begins to show it and for its result.
CREATE INDEX rows_of_session ON club.rows (table_id, journal, session, seq);

CREATE TABLE club.events (
    id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
    game text NOT NULL,
    format text NOT NULL CHECK (format IN ('swiss', 'round-robin', 'free')),
    most int NOT NULL CHECK (most BETWEEN 2 AND 8),
    made_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE TABLE club.players (
    event_id int NOT NULL REFERENCES club.events,
    number int NOT NULL,
    name text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
    left_at timestamptz,
    PRIMARY KEY (event_id, number)
);

CREATE TABLE club.rounds (
    event_id int NOT NULL REFERENCES club.events,
    number int NOT NULL,
    made_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (event_id, number)
);

-- A pairing of one player is a pause. `places` is a list of lists of players, best first, equals together.
CREATE TABLE club.pairings (
    event_id int NOT NULL,
    round int NOT NULL,
    number int NOT NULL,
    players int[] NOT NULL CHECK (cardinality(players) BETWEEN 1 AND 8),
    places jsonb,
    PRIMARY KEY (event_id, round, number),
    FOREIGN KEY (event_id, round) REFERENCES club.rounds
);

ALTER TABLE club.events ENABLE ROW LEVEL SECURITY;
ALTER TABLE club.players ENABLE ROW LEVEL SECURITY;
ALTER TABLE club.rounds ENABLE ROW LEVEL SECURITY;
ALTER TABLE club.pairings ENABLE ROW LEVEL SECURITY;
