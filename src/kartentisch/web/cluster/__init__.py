"""Several servers on one database: requests reach the one that has the table. See docs/decisions/0050."""
