"""What stands around a game in a scene: people, clocks, controls, results, hints."""
