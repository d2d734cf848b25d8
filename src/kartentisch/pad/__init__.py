"""A score pad for people with real cards, as a value: what a sheet adds up to, entries, and the log of a shared pad."""
