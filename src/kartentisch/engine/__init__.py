"""What all games rest on: records, bags, luck, views, moves."""
