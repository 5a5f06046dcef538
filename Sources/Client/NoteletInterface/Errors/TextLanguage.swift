internal import Foundation

/// A language in which failures are told to people.
public enum TextLanguage: String, CaseIterable, Hashable, Sendable {
    /// Korean.
    case ko
    /// Japanese.
    case ja
    /// English.
    case en

    /// The language of whoever uses the device.
    public static var preferred: TextLanguage { TextLanguage(firstOf: Locale.preferredLanguages) }

    /// Chooses the first language that there is; English where there is none of them.
    ///
    /// - Parameter tags: Languages as systems name them, such as `ko-KR`, the best one first.
    public init(firstOf tags: [String]) {
        let known = tags.lazy.compactMap { tag in
            let language = tag.prefix { $0 != "-" && $0 != "_" }
            return TextLanguage(rawValue: language.lowercased())
        }
        self = known.first ?? .en
    }
}
