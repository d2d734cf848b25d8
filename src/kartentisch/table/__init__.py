"""A live match as a pure state machine: asks come in, facts come out."""
