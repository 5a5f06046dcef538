/// A name for one intention, such as one note that a person sends.
///
/// Each write of ``Notelet`` takes one. A write that is repeated with the same key and the same
/// values gets the first reply, and nothing happens again. Without one each call is an intention of
/// its own, whose attempts share a key. Bring your own to repeat a write after the program was
/// ended: keep it with what is to be sent, before it is sent.
///
///     let draft = Draft(text: "안녕", key: IdempotencyKey())
///     try drafts.save(draft)
///     try await notelet.send(draft.text, toLink: link, idempotencyKey: draft.key)
///     try drafts.remove(draft)
///
/// A key is good for 24 hours; later the same write would be applied again.
public struct IdempotencyKey: Codable, Hashable, Sendable {
    /// 1 to 64 visible ASCII characters.
    public let text: String

    private static let byteCounts = 1...64
    private static let visibleBytes: ClosedRange<UInt8> = 0x21...0x7e

    /// Makes a key that nobody can guess and nobody else has: 32 random hexadecimal digits.
    public init() {
        text = ClientSources.system.makeRandomName()
    }

    /// Takes a text for a key; nil unless it is 1 to 64 visible ASCII characters.
    ///
    /// - Parameter text: The text; who is not signed in needs one that nobody can guess.
    public init?(_ text: String) {
        guard Self.isLegal(text) else { return nil }
        self.text = text
    }

    /// Reads a key from its text.
    ///
    /// - Parameter decoder: Where the text is.
    /// - Throws: `DecodingError` when it is none.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        text = try container.decode(String.self)
        guard Self.isLegal(text) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "A key is 1 to 64 visible ASCII characters."
            )
        }
    }

    /// Writes the key as its text.
    ///
    /// - Parameter encoder: Where the text goes.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    private static func isLegal(_ text: String) -> Bool {
        byteCounts.contains(text.utf8.count) && text.utf8.allSatisfy(visibleBytes.contains)
    }
}
