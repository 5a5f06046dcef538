internal import ProtobufCoding

/// Puts a page of history together from notes that are already encoded.
///
/// A note is stored in the form in which it goes out, so that a page is a copy: a tag, a length
/// and the stored bytes for each note, and the cursor behind them. The three lists share one form:
/// `repeated ... messages = 1; bytes next_cursor = 2`.
package struct NotePageWriter: ~Copyable {
    private var writer: ProtobufWriter

    private enum FieldNumber {
        static let messages = 1
        static let nextCursor = 2
    }

    /// Begins a page without notes.
    package init(reservingByteCount count: Int = 0) {
        writer = ProtobufWriter(reservingByteCount: count)
    }

    /// How many bytes the page has so far.
    package var byteCount: Int { writer.byteCount }

    /// Appends a note to a list.
    ///
    /// - Parameter note: An encoded `ReceivedMessage`, `SentMessage` or `Message`, whichever the
    ///   list holds.
    package mutating func append(_ note: RawSpan) {
        writer.writeBytes(note, field: FieldNumber.messages)
    }

    /// Ends the page.
    ///
    /// - Parameter nextCursor: Where the next page begins; empty after the last page.
    /// - Returns: The encoded response.
    package consuming func finish(nextCursor: [UInt8]) -> [UInt8] {
        writer.write(nextCursor, field: FieldNumber.nextCursor)
        return writer.finish()
    }
}
