/// The number of a stream: odd for those that the client opens, and rising within a connection.
struct StreamID: RawRepresentable, Hashable, Comparable, Sendable {
    /// The number as it stands in the header.
    let rawValue: UInt32

    /// Wraps the number from a header.
    init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Wraps the number from a header.
    init(_ rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The stream that a client opens first.
    static let first = StreamID(1)

    /// The last stream a client opens on one connection: beyond it, peers that keep ids in a
    /// signed word would see negative numbers.
    static let last = StreamID(UInt32(Int32.max))

    /// Whether a client may open the stream: even numbers are kept for streams of servers.
    var isClientInitiated: Bool { rawValue % 2 == 1 }

    /// The stream that a client opens after this one, or nil once the numbers are used up.
    var next: StreamID? {
        self < .last ? StreamID(rawValue + 2) : nil
    }

    /// Orders streams by when they were opened.
    static func < (left: StreamID, right: StreamID) -> Bool {
        left.rawValue < right.rawValue
    }
}
