import Domain
import NoteRules
import TestSupport
import Testing
import TextFolding

@testable import NoteStorage
@testable import Records
@testable import Storage

@Suite struct WordFilterTests {
    private func finds(_ words: [String], in text: String) -> Bool {
        WordFilter(words.map { UnwantedWord(stored: $0) }).finds(in: FoldedText(text))
    }

    @Test(
        "Case, spelling and white space make no difference, and words are found anywhere",
        arguments: [
            ("spam", "This is SPAM!", true), ("Spam", "antispammer", true),
            ("spam", "s pam", false), ("광고", "오늘의 광고입니다", true),
            ("광고 전화", "광고\n\t 전화", true), ("광고 전화", "광고전화", false),
            ("caf\u{e9}", "CAFE\u{301}", true), ("strasse", "Straße", true),
            ("ὀδός", "ὈΔΌΣ", true), ("a", "b", false), ("한", "\u{1112}\u{1161}\u{11ab}", true),
        ]
    )
    func folding(word: String, text: String, isFound: Bool) {
        #expect(finds([word], in: text) == isFound)
    }

    @Test func nothingIsFoundWhereThereAreNoWords() {
        #expect(WordFilter.empty.isEmpty && !finds([], in: "anything"))
    }

    @Test("What is found of many words is what each of them is found in")
    func manyWords() {
        var random = SeededGenerator()
        for _ in 0..<500 {
            func text(_ count: ClosedRange<Int>) -> String {
                let letters = (0..<Int.random(in: count, using: &random)).map { _ in
                    "abc".randomElement(using: &random) ?? "a"
                }
                return String(letters)
            }
            let words = (0..<Int.random(in: 1...6, using: &random)).map { _ in text(1...5) }
            let note = text(0...12)
            #expect(finds(words, in: note) == words.contains { note.contains($0) })
        }
    }

    @Test("Words that begin alike and a text that nearly has them cost no more than the text")
    func worstCase() {
        let words = (0..<500).map { String(repeating: "a", count: 40) + "b\($0)" }
        let text = String(repeating: "a", count: 8_000)
        #expect(!finds(words, in: text) && finds(words, in: text + "b499"))
    }
}
