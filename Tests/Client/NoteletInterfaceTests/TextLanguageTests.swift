import Foundation
import NoteletInterface
import Testing

@Suite("Languages of failures")
struct TextLanguageTests {
    private static let choices: [([String], TextLanguage)] = [
        (["ko"], .ko),
        (["ko-KR", "en-KR"], .ko),
        (["ja_JP"], .ja),
        (["JA-Jpan-JP"], .ja),
        (["en-GB", "ko-KR"], .en),
        (["fr-FR", "ja-JP", "ko-KR"], .ja),
        (["fr-FR", "de"], .en),
        // Konkani, which only begins as Korean does.
        (["kok-IN"], .en),
        (["", "-"], .en),
        ([], .en),
    ]

    @Test("The first one that there is counts, and English else", arguments: choices)
    func firstCounts(tags: [String], language: TextLanguage) {
        #expect(TextLanguage(firstOf: tags) == language)
    }

    @Test("The one that is preferred is the device's")
    func deviceCounts() {
        #expect(TextLanguage.preferred == TextLanguage(firstOf: Locale.preferredLanguages))
    }
}
