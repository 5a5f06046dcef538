"""What people with an account do in a real browser beyond reading and answering: run by
`make browse`, not by `make test`.
"""

import pathlib
import tempfile
import unittest

import town
import visits


class OwnerTests(visits.Visits):
    """One owner each, who is signed up in the browser."""

    def setUp(self):
        self.page = self.browser()

    def enter(self, name: str) -> dict:
        """Signs somebody up in the browser, and in as any program does."""
        self.sign_up(self.page, name)
        credentials = {"username": name, "password": "correct horse battery"}
        return self.town.call("Accounts/LogIn", credentials)

    def send(self, person: dict, content: str):
        link = person["user"]["personalLink"]["token"]
        self.town.call("Messages/SendToLink", {"link": link, "content": content})

    def more(self, action: str):
        """Does one of the things with a note that are not in sight at first."""
        self.page.press("더 보기")
        self.page.press(action)

    def confirm(self):
        self.page.find("dialog[open] button.primary").click()

    def test_contacts_are_kept_and_written_to(self):
        friend = self.town.sign_up("오랜친구")
        self.enter("연락이")
        self.page.press("연락처")
        self.page.press("연락처 추가")
        self.page.fill("dialog[open] input[name=name]", "친구")
        self.page.fill("dialog[open] input[name=link]", friend["user"]["personalLink"]["url"])
        self.confirm()
        card = self.page.find("article", "친구")
        self.assertIn("삭제할 수 있습니다", card.text)
        self.page.find(".remark", "1 / 5명")
        self.page.press("쪽지 쓰기")
        self.page.fill("dialog[open] textarea", "연락처로 보내는 쪽지")
        self.confirm()
        self.page.find("#news", "쪽지를 보냈습니다")
        token = friend["session"]["accessToken"]
        note = self.town.call("Messages/ListReceived", {}, token)["messages"][0]
        self.assertEqual(note["content"], "연락처로 보내는 쪽지")
        self.assertEqual(note["senderName"], "익명")
        self.page.press("보낸 쪽지")
        self.page.find("section:not([hidden]) article", "연락처로 보내는 쪽지")
        self.assertEqual(self.page.complaints(), [])

    def test_a_sender_is_blocked_and_reported(self):
        person = self.enter("막는이")
        self.send(person, "싫은 말")
        self.page.find("article", "싫은 말")
        self.more("신고")
        self.page.press_choice("REPORT_REASON_HARASSMENT")
        self.page.fill("dialog[open] textarea", "자세히")
        self.confirm()
        self.page.find("#news", "신고했습니다")
        self.page.press("보낸 사람 차단")
        self.confirm()
        self.page.find("article .remark", "차단한 사람입니다")
        self.send(person, "또 싫은 말")
        token = person["session"]["accessToken"]
        notes = self.town.call("Messages/ListReceived", {}, token)["messages"]
        self.assertEqual([note["content"] for note in notes], ["싫은 말"])
        self.page.press("설정")
        self.page.press("차단 해제")
        self.page.find("#news", "차단을 해제했습니다")
        self.send(person, "다시 하는 말")
        self.page.press("쪽지함")
        self.page.find("article", "다시 하는 말")
        self.assertEqual(self.page.complaints(), [])

    def test_settings_count_for_visitors(self):
        person = self.enter("정하는이")
        self.page.press("설정")
        self.page.press_choice("SENDER_POLICY_SIGNED_IN")
        self.page.find("section:not([hidden]) form button.primary").click()
        self.page.find("#news", "저장했습니다")
        visitor = self.browser()
        visitor.open(person["user"]["personalLink"]["url"])
        visitor.find("main", "로그인")
        self.assertEqual(visitor.driver.find_elements("css selector", "textarea"), [])
        # Who signs up can write, and finds the note among those that were sent.
        self.sign_up(visitor, "이제회원")
        visitor.open(person["user"]["personalLink"]["url"])
        visitor.fill("textarea", "회원이 쓰는 쪽지")
        visitor.press("보내기")
        visitor.find("article", "회원이 쓰는 쪽지")
        self.page.press("쪽지함")
        note = self.page.find("article", "회원이 쓰는 쪽지")
        self.assertIn("익명", note.text)
        self.assertEqual(self.page.complaints() + visitor.complaints(), [])

    def test_the_data_is_exported(self):
        person = self.enter("챙기는이")
        self.send(person, "내보낼 쪽지")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.page.save_downloads(folder.name)
        self.page.press("설정")
        self.page.press("내 데이터 내보내기")
        self.page.fill("dialog[open] input[type=password]", "correct horse battery")
        self.confirm()
        self.page.find("#news", "데이터를 내보냈습니다")
        saved = self.page.await_download(pathlib.Path(folder.name))
        self.assertIn("내보낼 쪽지", saved.read_text())
        self.assertEqual(self.page.complaints(), [])

    def test_a_session_that_is_ended_elsewhere_ends_here(self):
        person = self.enter("떠난이")
        self.send(person, "남이 보면 안 되는 쪽지")
        self.page.find("article", "남이 보면 안 되는 쪽지")
        token = person["session"]["accessToken"]
        self.town.call("Accounts/LogOut", {"everywhere": True}, token)
        # Nothing is pressed: what was private goes by itself.
        self.page.find("nav a", "로그인")
        self.assertNotIn("남이 보면", self.page.text)

    def test_a_session_elsewhere_is_seen_and_ended(self):
        person = self.enter("나눈이")
        self.page.press("설정")
        self.page.find("section.panel .remark", "지금 이 세션")
        self.page.press("끝내기")
        self.confirm()
        self.page.find("#news", "세션을 끝냈습니다")
        with self.assertRaises(Exception):
            self.town.call("Profiles/GetProfile", {}, person["session"]["accessToken"])
        self.page.await_absence("끝내기")
        self.assertIn("지금 이 세션", self.page.text)
        self.assertEqual(self.page.complaints(), [])

    def test_a_password_is_changed_and_everybody_else_signed_out(self):
        person = self.enter("바꾸는이")
        self.page.press("설정")
        self.page.press("비밀번호 변경")
        self.page.fill("dialog[open] input[name=currentPassword]", "correct horse battery")
        self.page.fill("dialog[open] input[name=newPassword]", "quite another battery")
        self.confirm()
        self.page.find("#news", "저장했습니다")
        with self.assertRaises(Exception):
            self.town.call("Profiles/GetProfile", {}, person["session"]["accessToken"])
        # The list of sessions follows.
        self.page.await_absence("끝내기")
        self.page.press("로그아웃")
        self.confirm()
        self.page.find("nav a", "로그인")
        self.page.fill("input:not([type=password])", "바꾸는이")
        self.page.fill("input[name=password]", "quite another battery")
        self.page.find("section:not([hidden]) button.primary").click()
        self.page.find("nav a[aria-current]", "설정")
        self.assertEqual(self.page.complaints(), [])


if __name__ == "__main__":
    unittest.main()
