"""Events of a club: who plays whom, and how everybody stands. Pure; `store` keeps it in the database."""
