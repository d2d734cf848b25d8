"""Who may do how much: tokens of seats, limits of an address, guesses of codes."""
