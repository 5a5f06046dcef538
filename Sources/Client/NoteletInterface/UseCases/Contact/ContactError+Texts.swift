internal import Foundation

extension ContactError: PresentableError {
    /// What is shown to people.
    ///
    /// - Parameter language: The language of whoever reads it.
    /// - Returns: A sentence.
    public func text(in language: TextLanguage) -> String { words.text(in: language) }

    /// What can be done about it here: neither succeeds by itself later.
    public var action: ErrorAction { .dismiss }

    private var words: Words {
        switch self {
        case .limitReached:
            Words(
                en: "Your plan allows no more contacts. Delete one or go premium to add another.",
                ko: "연락처를 더 등록할 수 없습니다. 더 등록하려면 연락처를 삭제하거나 프리미엄을 이용해야 합니다.",
                ja: "連絡先をこれ以上登録できません。さらに登録するには、連絡先を削除するか、プレミアムをご利用ください。"
            )
        case .duplicateName:
            Words(
                en: "You have a contact of this name already. Choose another name.",
                ko: "같은 이름의 연락처가 이미 있습니다. 다른 이름을 사용하시기 바랍니다.",
                ja: "同じ名前の連絡先がすでにあります。別の名前を使ってください。"
            )
        }
    }
}

extension DeleteContactError: PresentableError {
    /// What is shown to people.
    ///
    /// - Parameter language: The language of whoever reads it.
    /// - Returns: A sentence.
    public func text(in language: TextLanguage) -> String { words.text(in: language) }

    /// What can be done about it here: to wait takes days.
    public var action: ErrorAction { .dismiss }

    private var words: Words {
        switch self {
        case .contactLocked(let remainingDays):
            Words(
                en: "This contact cannot be deleted yet. Days until it can be: \(remainingDays).",
                ko: "아직 삭제할 수 없습니다. \(remainingDays)일 후 삭제 가능합니다.",
                ja: "まだ削除できません。\(remainingDays)日後に削除できます。"
            )
        }
    }
}
