internal import ProtobufCoding

/// Puts a page of a list together from things that are already encoded.
///
/// What is stored in the form in which it goes out, as notes are, makes a page that is a copy: a
/// tag, a length and the stored bytes for each thing, and the cursor behind them. All such lists
/// share one form: a repeated field 1, and `bytes next_cursor = 2`.
package struct ListPageWriter: ~Copyable {
    private var writer: ProtobufWriter

    private enum FieldNumber {
        static let things = 1
        static let nextCursor = 2
    }

    /// Begins a page without anything.
    package init(reservingByteCount count: Int = 0) {
        writer = ProtobufWriter(reservingByteCount: count)
    }

    /// How many bytes the page has so far.
    package var byteCount: Int { writer.byteCount }

    /// Appends to the list.
    ///
    /// - Parameter thing: The encoded message of what the list holds.
    package mutating func append(_ thing: RawSpan) {
        writer.writeBytes(thing, field: FieldNumber.things)
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
