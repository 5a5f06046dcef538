"""What takes its time in a browser: run by `make browse`, not by `make test`."""

import time
import unittest

import visits


class TabTests(visits.Visits):
    """Windows of one browser."""

    def test_tabs_share_a_stream(self):
        owner = self.browser()
        self.sign_up(owner, "두탭이")
        first = owner.driver.current_window_handle
        owner.driver.switch_to.new_window("tab")
        owner.open(f"{self.town.address}/app")
        owner.find("nav a[aria-current]", "쪽지함")
        person = self.town.call(
            "Accounts/LogIn", {"username": "두탭이", "password": "correct horse battery"}
        )
        link = person["user"]["personalLink"]["token"]
        self.town.call("Messages/SendToLink", {"link": link, "content": "두 탭에"})
        owner.find("article", "두 탭에")
        owner.driver.switch_to.window(first)
        owner.find("article", "두 탭에")
        # The stream that the first tab gave up is noticed with a sign of life.
        end = time.monotonic() + 60
        while self.town.measure("notelet_streams") > 1 and time.monotonic() < end:
            time.sleep(1)
        self.assertEqual(self.town.measure("notelet_streams"), 1)
        self.assertEqual(owner.complaints(), [])


if __name__ == "__main__":
    unittest.main()
