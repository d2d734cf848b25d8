"""Lessons: what a game is, learned by playing it.

`lesson` has the words that a lesson is written in, `<game>` the lesson of each game. `course` makes sure that it can be
played, `session` is one learner's way through it, `scene` draws it.
"""
