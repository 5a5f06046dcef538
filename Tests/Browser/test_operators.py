"""The page of operators in a real browser, which reaches it as through `ssh -L`."""

import unittest

import town
import visits


class OperatorTests(visits.Visits):
    """What operators do."""

    def setUp(self):
        self.page = self.browser(language="ko", width=1000)

    def show(self, place: str):
        self.page.open("about:blank")
        self.page.open(f"{self.town.operators_address}/#{place}")

    def confirm(self, text: str | None = None):
        if text is not None:
            self.page.fill("dialog[open] input, dialog[open] textarea", text)
        self.page.find("dialog[open] button.primary").click()

    def send(self, person: dict, content: str) -> str:
        """Sends somebody a note as a stranger; the id that the receiver has for it."""
        request = {"link": person["user"]["personalLink"]["token"], "content": content}
        self.town.call("Messages/SendToLink", request)
        token = person["session"]["accessToken"]
        return self.town.call("Messages/ListReceived", {}, token)["messages"][0]["id"]

    def test_a_report_is_dealt_with(self):
        receiver = self.town.sign_up("신고자")
        note = self.send(receiver, "<b>사세요</b> \u202e")
        report = {"messageId": note, "reason": "REPORT_REASON_SPAM", "detail": "광고"}
        token = receiver["session"]["accessToken"]
        self.town.call("Messages/ReportMessage", report, token)
        self.show("reports")
        self.page.find(".rows a").click()
        self.page.find("article.note", "<b>사세요</b> ▯")
        self.page.find("dd", "광고")
        self.page.press("Ban the sender")
        self.confirm()
        self.page.find("#news", "is let in no more")
        # Else no stranger of this machine could write to anybody for a day.
        self.page.press("Take the ban back")
        self.page.find("#news", "may come in again")
        self.page.press("Remove the note")
        self.confirm("광고")
        self.page.find("#news", "is removed")
        self.assertEqual(self.town.call("Messages/ListReceived", {}, token), {})
        self.page.press("Reveal the sender")
        self.confirm("something else")
        self.page.find("dialog[open]", "Nothing was done")
        self.confirm("reveal senders")
        self.page.find("dd", "guest")
        self.page.fill("form textarea", "지웠음")
        self.page.find("form button.primary").click()
        self.page.find("dl", "root")
        self.assertEqual(self.page.complaints(), [])

    def test_somebody_is_found_and_banned(self):
        self.town.sign_up("나쁜이")
        credentials = {"username": "나쁜이", "password": "correct horse battery"}
        self.show("people")
        self.page.fill("input[name=who]", "없는사람")
        self.page.find("form button.primary").click()
        self.page.find("form .error", "no account")
        self.page.fill("input[name=who]", "나쁜이")
        self.page.find("form button.primary").click()
        self.page.press("Ban")
        self.confirm()
        self.page.find("#news", "banned")
        with self.assertRaises(Exception):
            self.town.call("Accounts/LogIn", credentials)
        self.page.press("Unban")
        self.page.find("#news", "active")
        self.town.call("Accounts/LogIn", credentials)
        self.page.press("Grant premium")
        self.confirm("7")
        self.page.find("dd", "premium")
        self.page.press("Delete")
        self.confirm("나쁜이")
        self.page.find("#news", "deleted")
        self.assertEqual(self.page.complaints(), [])

    def test_what_happens_is_seen_as_it_happens(self):
        receiver = self.town.sign_up("받는이")
        self.show("live")
        self.page.find("[role=log] li")
        self.send(receiver, "아무도 못 볼 내용")
        self.page.find("[role=log] li", "받는이")
        self.assertNotIn("아무도", self.page.text)
        self.page.press("Stop")
        self.assertEqual(self.page.complaints(), [])

    def test_health_and_numbers_are_shown(self):
        self.show("overview")
        self.page.find(".state", "ready")
        self.page.find("dl", "Free on the disk")
        self.page.find("table")
        self.assertEqual(self.page.complaints(), [])

    def test_words_are_kept_from_notes(self):
        self.show("words")
        self.page.fill("form input", "금지어")
        self.page.find("form button.primary").click()
        self.page.find(".list bdi", "금지어")
        self.assertEqual(self.page.complaints(), [])

    def test_other_pages_may_not_call(self):
        self.page.open(f"{self.town.address}/reply")
        script = (
            "fetch(arguments[0] + '/notelet.admin.v1.Administration/ListUsers', {method: 'POST', "
            "body: '{}', mode: 'no-cors'}).then(() => arguments[1]('sent'), (e) => "
            "arguments[1](e.name))"
        )
        result = self.page.driver.execute_async_script(script, self.town.operators_address)
        # The page's own policy lets nothing out; a page without one gets a refusal.
        self.assertEqual(result, "TypeError")


if __name__ == "__main__":
    unittest.main()
