import NoteletAPI
import ProtobufCoding

/// The request of a send, encoded once; only the link changes from call to call.
///
/// Links all have one length, so that another link goes to where the first one lies.
struct SendRequest: Sendable {
    /// The encoded `SendToLinkRequest`.
    private(set) var bytes: [UInt8]

    private let linkByteCount: Int

    /// The tag of the link, which is the first field, and its length in one byte.
    private static let linkOffset = 2

    /// Encodes a request.
    ///
    /// - Parameters:
    ///   - link: The link of some receiver.
    ///   - contentByteCount: The length of the note.
    /// - Throws: `ProtobufEncodingError` if the note is longer than any message.
    init(link: [UInt8], contentByteCount: Int) throws {
        precondition((1..<128).contains(link.count), "The length of a link takes one byte.")
        linkByteCount = link.count
        let request = SendToLinkRequest(
            link: String(decoding: link, as: UTF8.self),
            content: SendRequest.content(byteCount: contentByteCount)
        )
        bytes = try ProtobufEncoder().encode(request)
    }

    /// Names another receiver.
    mutating func setLink(_ link: [UInt8]) {
        precondition(link.count == linkByteCount, "All links have one length.")
        for (index, byte) in link.enumerated() { bytes[SendRequest.linkOffset + index] = byte }
    }

    /// A note of this length: words, so that trimming takes nothing away.
    static func content(byteCount: Int) -> String {
        let words = Array("A note that somebody left for you. ".utf8)
        var bytes = (0..<byteCount).map { words[$0 % words.count] }
        if bytes.last == UInt8(ascii: " ") { bytes[bytes.count - 1] = UInt8(ascii: ".") }
        return String(decoding: bytes, as: UTF8.self)
    }
}
