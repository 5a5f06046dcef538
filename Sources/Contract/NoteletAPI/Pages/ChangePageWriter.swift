package import ProtobufCoding

/// Puts a `ChangePage` together, with notes that are already encoded.
package struct ChangePageWriter: ~Copyable {
    private var writer: ProtobufWriter

    private enum FieldNumber {
        static let changes = 1
        static let cursor = 2
        static let isUpToDate = 3
        static let feed = 4
        static let isOver = 5
        /// `received`, `sent` and `changed_message` of `Change`.
        static let received = 1
        static let sent = 2
        static let changedMessage = 8
        /// `shared` of `Change`, and what it consists of.
        static let shared = 11
        static let sharedType = 1
        static let sharedValue = 2
    }

    /// Begins a page without changes.
    package init(reservingByteCount count: Int = 0) {
        writer = ProtobufWriter(reservingByteCount: count)
    }

    /// How many bytes the page has so far.
    package var byteCount: Int { writer.byteCount }

    /// Appends the arrival of a note.
    ///
    /// - Parameter note: An encoded `ReceivedMessage`.
    package mutating func append(received note: RawSpan) {
        append(note, as: FieldNumber.received)
    }

    /// Appends the sending of a note.
    ///
    /// - Parameter note: An encoded `SentMessage`.
    package mutating func append(sent note: RawSpan) {
        append(note, as: FieldNumber.sent)
    }

    /// Appends that a note shows something else.
    ///
    /// - Parameter note: An encoded `Message`.
    package mutating func append(changed note: RawSpan) {
        append(note, as: FieldNumber.changedMessage)
    }

    /// Appends what a feature says of something shared.
    ///
    /// - Parameters:
    ///   - type: The full name of the message.
    ///   - value: That message, encoded.
    package mutating func append(shared type: String, _ value: [UInt8]) {
        writer.writeMessage(field: FieldNumber.changes) { change in
            change.writeMessage(field: FieldNumber.shared) { shared in
                shared.write(type, field: FieldNumber.sharedType)
                shared.write(value, field: FieldNumber.sharedValue)
            }
        }
    }

    /// Appends any change.
    package mutating func append(_ change: Change) throws(ProtobufEncodingError) {
        try writer.write(message: change, field: FieldNumber.changes)
    }

    /// Ends the page.
    ///
    /// - Parameters:
    ///   - cursor: Where to resume once the changes are taken in.
    ///   - isUpToDate: Whether there was nothing more when the page was read.
    ///   - feed: The feed that the page is of, as the client names it.
    ///   - isOver: Whether no page of this feed follows.
    /// - Returns: The encoded `ChangePage`.
    package consuming func finish(
        cursor: [UInt8],
        isUpToDate: Bool,
        feed: String = "",
        isOver: Bool = false
    ) -> [UInt8] {
        writer.write(cursor, field: FieldNumber.cursor)
        writer.write(isUpToDate, field: FieldNumber.isUpToDate)
        writer.write(feed, field: FieldNumber.feed)
        writer.write(isOver, field: FieldNumber.isOver)
        return writer.finish()
    }

    private mutating func append(_ note: RawSpan, as kind: Int) {
        writer.writeMessage(field: FieldNumber.changes) { change in
            change.writeBytes(note, field: kind)
        }
    }
}
