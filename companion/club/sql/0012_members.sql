-- Members, whose names mean one person at every table, as do those of players of events. Tables have no rights here.
CREATE TABLE club.members (
    name text PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 60)
);
ALTER TABLE club.members ENABLE ROW LEVEL SECURITY;
