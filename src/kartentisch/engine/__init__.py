"""The base of all games: records, bags, luck, views, moves."""
