"""Who may do what, and how much: tokens of seats, limits of an address, guesses of codes."""
