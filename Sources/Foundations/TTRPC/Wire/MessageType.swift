/// What a frame carries.
struct MessageType: RawRepresentable, Hashable, Sendable {
    /// The type byte of the header.
    let rawValue: UInt8

    /// Wraps the type byte of a header; any value is taken, since later versions may add some.
    init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Opens a stream with a `ttrpc.Request`.
    static let request = MessageType(rawValue: 1)
    /// Ends a stream with a `ttrpc.Response`.
    static let response = MessageType(rawValue: 2)
    /// Carries one message of a stream.
    static let data = MessageType(rawValue: 3)
}
