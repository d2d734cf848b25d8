"""The pages: one file each, and what they share."""
