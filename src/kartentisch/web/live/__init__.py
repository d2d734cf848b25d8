"""Live tables: rooms, bots, time and presence, without HTTP and without drawing."""
