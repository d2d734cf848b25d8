"""A live match as a pure state machine: asks go in, facts come out."""
