"""Looks at all pages as people would: takes pictures of them, and has axe look for what keeps
people out who cannot see them well or use no mouse.

    browse.py FOLDER [AXE]      pictures go into FOLDER; AXE is the script axe.min.js
"""

import itertools
import pathlib
import sys

import town

SERIOUS = {"serious", "critical"}


def main(folder: str, axe: str | None = None) -> int:
    """Shows every page in every look; 1 where axe finds something serious."""
    reason = town.missing()
    if reason:
        print(f"No browser: {reason}.")
        return 0
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    script = pathlib.Path(axe).read_text() if axe else None
    place = town.Town()
    try:
        stories = Stories(place)
        findings = [
            finding
            for width, dark in itertools.product([320, 1280], [False, True])
            for finding in look(stories, width, dark, folder, script)
        ]
    finally:
        place.close()
    for finding in findings:
        print(finding)
    return 1 if findings else 0


class Stories:
    """What there is to see: an inbox with notes, a link, and answers."""

    def __init__(self, place: town.Town):
        self.place = place
        self.person = place.sign_up("홍길동")
        self.link = self.person["user"]["personalLink"]["url"]
        self.token = self.link.rsplit("/", 1)[1]
        self.tickets = [self.send(text) for text in [
            "오늘 발표 정말 멋졌어요!", "지난번에 빌려준 책 고마워.\n다음 주에 돌려줄게.",
            "What you said yesterday made my week. Thank you!",
        ]]
        session = self.person["session"]["accessToken"]
        notes = place.call("Messages/ListReceived", {}, session)["messages"]
        answer = {"messageId": notes[-1]["id"], "content": "고마워요 :)"}
        place.call("Messages/AnswerMessage", answer, session)
        report = {"messageId": notes[0]["id"], "reason": "REPORT_REASON_SPAM"}
        place.call("Messages/ReportMessage", report, session)
        place.call("Contacts/AddContact", {"name": "친구", "relationship": "친구"}, session)

    def send(self, content: str) -> str:
        """Sends a stranger's note; its ticket."""
        request = {"link": self.token, "content": content}
        return self.place.call("Messages/SendToLink", request)["replyTicket"]


def look(stories: Stories, width: int, dark: bool, folder: str, script: str | None):
    """Goes through the pages in one look, and gives what axe finds serious."""
    browser = town.Browser(width=width, dark=dark)
    name = f"{width}-{'dark' if dark else 'light'}"

    def see(page: str):
        browser.shoot(f"{folder}/{page}-{name}.png")
        if browser.overflow() > 0:
            yield f"{page} {name}: wider than the window"
        if script is None:
            return
        browser.driver.execute_script(script)
        result = browser.driver.execute_async_script("axe.run().then(arguments[0])")
        for violation in result["violations"]:
            if violation["impact"] in SERIOUS:
                places = [node["target"] for node in violation["nodes"]]
                yield f"{page} {name}: {violation['help']} {places}"

    try:
        address = stories.place.address
        for page, path, selector in [
            ("receive", stories.link, "textarea"),
            ("closed", f"{address}/receive/x", "h1"),
            ("code", f"{address}/reply", "#ticket"),
            ("answered", f"{address}/reply#{stories.tickets[0]}", "article.note"),
            ("waiting", f"{address}/reply#{stories.tickets[1]}", "button"),
            ("login", f"{address}/app", "input[name=password]"),
        ]:
            browser.open("about:blank")
            browser.open(path)
            browser.find(selector)
            yield from see(page)
        browser.fill("input:not([type=password])", "홍길동")
        browser.fill("input[name=password]", "correct horse battery")
        browser.find("section:not([hidden]) button.primary").click()
        browser.find("article", "발표")
        yield from see("inbox")
        for page, text in [("sent", "보낸 쪽지"), ("contacts", "연락처"), ("link", "내 링크"),
                           ("settings", "설정")]:
            browser.press(text)
            browser.find("section:not([hidden]) h1")
            yield from see(page)
        for page, selector in [("overview", "table"), ("reports", ".rows a"), ("people", ".rows a"),
                               ("words", "form"), ("live", "[role=log]")]:
            browser.open("about:blank")
            browser.open(f"{stories.place.operators_address}/#{page}")
            browser.find(selector)
            yield from see(f"operator-{page}")
        for complaint in browser.complaints():
            yield f"{name}: {complaint}"
    finally:
        browser.close()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
