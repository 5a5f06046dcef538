"""The pages in a real browser: a visitor writes, the owner answers, the visitor reads.

Needs Chromium and its driver, python3-selenium, and a debug build of the server. Where a browser
cannot run it says so and tests nothing.
"""

import unittest

import town
import visits


class PageTests(visits.Visits):
    """What visitors and owners do."""

    def test_a_visitor_writes_and_reads_the_answer(self):
        owner, visitor = self.browser(), self.browser()
        self.sign_up(owner, "홍길동")
        owner.press("내 링크")
        address = owner.find(".address input").get_attribute("value")
        owner.press("쪽지함")

        visitor.open(address)
        visitor.find("h1", "홍길동님에게 익명 쪽지")
        visitor.fill("textarea", "오늘 발표 정말 멋졌어요!")
        visitor.find("#left", "1986")
        visitor.press("보내기")
        visitor.find("h1", "쪽지를 보냈습니다")
        self.assertIn("/reply#", visitor.driver.current_url)

        # It comes without a reload.
        note = owner.find("article", "오늘 발표 정말 멋졌어요!")
        self.assertIn("익명", note.text)
        owner.press("답장")
        owner.fill("article textarea", "고마워요 :)")
        owner.find("article button.primary").click()
        owner.find("article .answer", "고마워요 :)")

        # The answer appears when the visitor looks again.
        visitor.driver.execute_script("dispatchEvent(new Event('online'))")
        visitor.find("article.note", "고마워요 :)")
        self.assertEqual(visitor.active.tag_name, "h1")
        self.assertEqual(owner.complaints() + visitor.complaints(), [])

    def test_two_notes_are_written_one_after_the_other(self):
        visitor = self.browser()
        visitor.open(self.link("받는사람"))
        for text in ["첫 번째 쪽지", "두 번째 쪽지"]:
            visitor.fill("textarea", text)
            visitor.press("보내기")
            visitor.find("h1", "쪽지를 보냈습니다")
            visitor.driver.back()
        self.assertEqual(visitor.complaints(), [])

    def test_without_scripts_it_is_a_form(self):
        visitor = self.browser(scripts=False)
        visitor.open(self.link("순이"))
        visitor.fill("textarea", "스크립트 없이")
        visitor.press("보내기")
        visitor.find("h1", "쪽지를 보냈습니다")
        code = visitor.find("#ticket").get_attribute("value")
        self.assertEqual(len(code), 64)
        self.assertNotIn(code, visitor.driver.current_url)
        visitor.press("답장 확인")
        visitor.find("h1", "아직 답장이 없습니다")
        visitor.open(f"{self.town.address}/reply")
        visitor.fill("#ticket", "wrong")
        visitor.press("답장 확인")
        visitor.find(".error", "코드")

    def test_languages(self):
        address = self.link("minji")
        for language, words in [
            ("en", "An anonymous note to minji"), ("ja", "minjiさんへの匿名メッセージ"),
            ("ko", "minji님에게 익명 쪽지"),
        ]:
            visitor = self.browser(language=language)
            visitor.open(address)
            visitor.find("h1", words)
            self.assertEqual(visitor.complaints(), [])

    def test_keys_alone_are_enough(self):
        visitor = self.browser()
        visitor.open(self.link("철수"))
        visitor.find("textarea")
        visitor.driver.find_element("tag name", "body").send_keys(town.TAB)
        self.assertEqual(visitor.active.tag_name, "textarea")
        visitor.active.send_keys("키보드로만", town.TAB)
        self.assertEqual(visitor.active.tag_name, "button")
        visitor.active.send_keys(town.ENTER)
        visitor.find("h1", "쪽지를 보냈습니다")

    def test_small_and_dark(self):
        visitor = self.browser(width=320, dark=True)
        visitor.open(self.link("영희" * 5))
        visitor.find("textarea")
        self.assertLessEqual(visitor.overflow(), 0)
        self.assertEqual(visitor.complaints(), [])

    def test_links_that_lead_nowhere(self):
        visitor = self.browser()
        person = self.town.sign_up("지운사람")
        address = person["user"]["personalLink"]["url"]
        self.town.call("Profiles/SwitchOffLink", {}, person["session"]["accessToken"])
        pages = []
        for url in [address, address[:-2] + "AA", f"{self.town.address}/receive/x"]:
            visitor.open(url)
            visitor.find("h1", "사용할 수 없는 링크입니다")
            pages.append(visitor.driver.page_source)
        self.assertEqual(len(set(pages)), 1)

    def test_the_owner_changes_the_link_and_leaves(self):
        owner = self.browser()
        self.sign_up(owner, "떠날이")
        owner.press("내 링크")
        address = owner.find(".address input").get_attribute("value")
        owner.wait("document.querySelector('img.code')?.naturalWidth > 0")
        owner.press("새 링크")
        owner.find("dialog button.primary").click()
        visitor = self.browser()
        visitor.open(address)
        visitor.find("h1", "사용할 수 없는 링크입니다")
        owner.press("설정")
        owner.press("계정 삭제")
        owner.fill("dialog[open] input[type=password]", "correct horse battery")
        owner.find("dialog[open] button.primary").click()
        owner.find("nav a", "가입하기")
        self.assertEqual(owner.driver.get_cookies(), [])
        self.assertEqual(owner.complaints() + visitor.complaints(), [])

    def test_words_cannot_disguise_a_note(self):
        owner = self.browser()
        self.sign_up(owner, "조심이")
        person = self.town.call(
            "Accounts/LogIn", {"username": "조심이", "password": "correct horse battery"}
        )
        link = person["user"]["personalLink"]["token"]
        content = "<img src=x onerror=alert(1)> \u202eabc\u202c"
        self.town.call("Messages/SendToLink", {"link": link, "content": content})
        note = owner.find("article .prose", "<img src=x onerror=alert(1)> ▯abc▯")
        self.assertEqual(note.find_elements("css selector", "img"), [])
        self.assertEqual(owner.complaints(), [])


if __name__ == "__main__":
    unittest.main()
