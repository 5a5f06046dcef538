import Foundation
import NoteletInterface
import Testing

@Suite("Errors of contacts")
struct ContactErrorTests {
    private static let sentences: [(any PresentableError, String, String, String)] = [
        (
            ContactError.limitReached,
            "Your plan allows no more contacts. Delete one or go premium to add another.",
            "연락처를 더 등록할 수 없습니다. 더 등록하려면 연락처를 삭제하거나 프리미엄을 이용해야 합니다.",
            "連絡先をこれ以上登録できません。さらに登録するには、連絡先を削除するか、プレミアムをご利用ください。"
        ),
        (
            ContactError.duplicateName,
            "You have a contact of this name already. Choose another name.",
            "같은 이름의 연락처가 이미 있습니다. 다른 이름을 사용하시기 바랍니다.",
            "同じ名前の連絡先がすでにあります。別の名前を使ってください。"
        ),
        (
            DeleteContactError.contactLocked(remainingDays: 2),
            "This contact cannot be deleted yet. Days until it can be: 2.",
            "아직 삭제할 수 없습니다. 2일 후 삭제 가능합니다.",
            "まだ削除できません。2日後に削除できます。"
        ),
    ]

    @Test("Each has its sentence in all languages, and is taken note of", arguments: sentences)
    func eachSpeaks(
        error: any PresentableError,
        english: String,
        korean: String,
        japanese: String
    ) {
        #expect(error.localizedDescription == error.text(in: .preferred))
        let texts: [TextLanguage: String] = [.en: english, .ko: korean, .ja: japanese]
        for language in TextLanguage.allCases {
            #expect(error.text(in: language) == texts[language])
            let shown = UiError(message: error.text(in: language), action: .dismiss)
            #expect(error.toUiError(in: language) == shown)
            #expect(UiError(error, in: language) == shown)
        }
    }

    @Test("Whatever is thrown can be shown, but that somebody gave up")
    func anything() {
        struct Odd: Error {}
        #expect(UiError(CancellationError()) == nil)
        #expect(UiError(Odd()) == UiError(message: "Odd()", action: .dismiss))
        let lost = UiError(AppError.network(.timeout), in: .ko)
        #expect(lost == AppError.network(.timeout).toUiError(in: .ko))
        #expect(lost?.action == .retry)
    }
}
