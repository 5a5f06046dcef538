/// One sentence in the three languages.
struct Words {
    var en: String
    let ko: String
    let ja: String

    /// The sentence in one of them.
    func text(in language: TextLanguage) -> String {
        switch language {
        case .en: en
        case .ko: ko
        case .ja: ja
        }
    }

    /// The same with what a developer said in English.
    func saying(_ message: String) -> Words {
        Words(en: message.isEmpty ? en : message, ko: ko, ja: ja)
    }
}
