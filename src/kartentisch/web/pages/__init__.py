"""The pages, one file each, and the code that they share."""
