"""How the files of the first version were made. See `__main__`."""
