"""The end of a round, where few deals are consistent with a view: all of them are weighed, without chance."""
