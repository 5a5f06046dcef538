public import Domain
internal import ProtobufCoding

extension [UInt8] {
    /// The bytes of a number, most significant byte first.
    @inlinable
    package init(bigEndian number: some FixedWidthInteger) {
        self = []
        append(bigEndian: number)
    }

    /// Appends a number, most significant byte first.
    @inlinable
    package mutating func append(bigEndian number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }

    /// Appends an id.
    @inlinable
    package mutating func append(_ id: OpaqueID) {
        append(bigEndian: id.high)
        append(bigEndian: id.low)
    }
}

extension ProtobufWriter {
    /// Appends a number as it is, most significant byte first.
    package mutating func append(bigEndian number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.bigEndian) { append($0.bytes) }
    }

    /// Appends an id as it is.
    package mutating func append(_ id: OpaqueID) {
        withUnsafeBytes(of: (id.high.bigEndian, id.low.bigEndian)) { append($0.bytes) }
    }
}
