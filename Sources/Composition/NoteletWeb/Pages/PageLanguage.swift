/// A language that the pages are written in.
enum PageLanguage: String, CaseIterable, Sendable {
    case english = "en"
    case korean = "ko"
    case japanese = "ja"

    /// The one that a visitor likes best by `Accept-Language` (RFC 9110, section 12.5.4); English
    /// for whoever likes none of them.
    init(accepting header: String?) {
        var best: (language: PageLanguage, quality: Double)?
        for range in (header ?? "").split(separator: ",").prefix(Self.rangeCountMax) {
            let parts = range.split(separator: ";").map { part in part.filter { $0 != " " } }
            guard let tag = parts.first?.lowercased(), let language = Self(tag: tag) else {
                continue
            }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }
            let quality = weight.map { Double($0.dropFirst(2)) ?? 0 } ?? 1
            if quality > 0, quality > best?.quality ?? 0 { best = (language, quality) }
        }
        self = best?.language ?? .english
    }

    /// More than anybody lists.
    private static let rangeCountMax = 16

    private init?(tag: String) {
        guard let primary = tag.split(separator: "-").first else { return nil }
        self.init(rawValue: String(primary))
    }
}
