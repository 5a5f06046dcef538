package import Domain
package import ProtobufCoding

/// A value of the domain that records store as the number it is.
package protocol StoredNumber: ProtobufScalar {
    /// The number.
    associatedtype Number: ProtobufScalar

    /// Takes a number that was stored.
    init(stored number: Number)
    /// The number to store.
    var stored: Number { get }
}

extension StoredNumber {
    /// That of the number.
    package static var wireType: ProtobufWireType { Number.wireType }
    /// Those of the number.
    package var wireBits: UInt64 { stored.wireBits }

    /// Takes the bits of the number.
    package init(wireBits: UInt64) {
        self.init(stored: Number(wireBits: wireBits))
    }

    /// Reads the number.
    package init(from decoder: any Decoder) throws {
        self.init(stored: try Number(from: decoder))
    }

    /// Writes the number.
    package func encode(to encoder: any Encoder) throws {
        try stored.encode(to: encoder)
    }
}

extension Instant: StoredNumber {
    /// Takes milliseconds since 1970.
    package init(stored number: Int64) { self.init(milliseconds: number) }
    /// Milliseconds since 1970.
    package var stored: Int64 { milliseconds }
}

extension UserNumber: StoredNumber {
    /// Takes the number of an account or a guest.
    package init(stored number: UInt64) { self.init(number) }
    /// The number of the account or guest.
    package var stored: UInt64 { rawValue }
}

extension Sequence: StoredNumber {
    /// Takes a place.
    package init(stored number: UInt64) { self.init(number) }
    /// The place.
    package var stored: UInt64 { rawValue }
}
