"""What the tests of the fifth game import. They stay as the developer of a game elsewhere would have written them."""

from tests.web.support.kit import House, Page, browser, in_house, settled

__all__ = ["House", "Page", "browser", "in_house", "settled"]
