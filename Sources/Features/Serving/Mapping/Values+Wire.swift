package import Domain
package import NoteletAPI
internal import ProtobufCoding

extension Timestamp {
    /// A moment as the wire tells it.
    package init(_ instant: Instant) {
        let (seconds, milliseconds) = instant.milliseconds.quotientAndRemainder(
            dividingBy: 1_000
        )
        let wire = Timestamp(
            seconds: milliseconds < 0 ? seconds - 1 : seconds,
            nanos: Int32((milliseconds + 1_000) % 1_000) * 1_000_000
        )
        // Moments before the year 1 and after 9999 do not exist on the wire, nor on a server.
        self = wire ?? Timestamp()
    }
}

extension SharedChange {
    /// What changed in a feed that people share, as a message of the feature's contract.
    package init<Message: NamedMessage>(_ change: Message) {
        self.init(type: Message.fullName, value: Serving.encode(change))
    }
}

extension OpaqueID {
    /// Reads an id out of a request.
    ///
    /// - Throws: `invalidValue` of the named field unless it is 16 bytes.
    package init(_ bytes: [UInt8], field: String) throws(DomainError) {
        guard let id = OpaqueID(bytes) else {
            throw .invalid(field, "an id of 16 bytes")
        }
        self = id
    }
}

extension ObjectID {
    /// Reads the id of a thing out of a request.
    ///
    /// - Throws: `invalidValue` of the named field unless it is 16 bytes.
    package init(_ bytes: [UInt8], field: String = "id") throws(DomainError) {
        self.init(try OpaqueID(bytes, field: field))
    }
}

extension Instant {
    /// The moment that a request names, to the millisecond.
    package init(_ timestamp: Timestamp) {
        let (product, overflow) = timestamp.seconds.multipliedReportingOverflow(by: 1_000)
        let milliseconds = overflow ? (timestamp.seconds < 0 ? .min : .max) : product
        let (sum, isBeyond) = milliseconds.addingReportingOverflow(
            Int64(timestamp.nanos / 1_000_000)
        )
        self.init(milliseconds: isBeyond ? .max : sum)
    }
}
