"""The end of a round, where few deals are consistent with a view: all of them are weighed, so no chance is involved."""
