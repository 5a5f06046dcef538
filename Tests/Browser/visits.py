"""What the tests in this folder have in common: a server, windows, and people."""

import unittest

import town


class Visits(unittest.TestCase):
    """One server for all tests of a class; each test has windows and people of its own."""

    @classmethod
    def setUpClass(cls):
        reason = town.missing()
        if reason:
            print(f"The pages are not tested in a browser: {reason}.")
            raise unittest.SkipTest(reason)
        cls.town = town.Town()

    @classmethod
    def tearDownClass(cls):
        cls.town.close()

    def browser(self, **options) -> town.Browser:
        browser = town.Browser(**options)
        self.addCleanup(browser.close)
        return browser

    def link(self, name: str) -> str:
        person = self.town.sign_up(name)
        return person["user"]["personalLink"]["url"]

    def sign_up(self, browser: town.Browser, name: str):
        browser.open(f"{self.town.address}/app")
        browser.press("가입")
        browser.fill("input[name=username]", name)
        browser.fill("input[name=email]", f"{abs(hash(name))}@example.com")
        browser.fill("input[name=password]", "correct horse battery")
        browser.find("section:not([hidden]) button.primary").click()
        browser.find("nav a[aria-current]", "쪽지함")
