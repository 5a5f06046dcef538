internal import Cryptography
public import Domain
public import StorageEngine

/// A value that keys are made of, always of the same length.
@usableFromInline
package protocol KeyValue: Sendable {
    /// Its bytes in a key.
    static var byteCount: Int { get }

    /// Reads it; damage where a key ends before.
    init(in key: RawSpan, at offset: Int, of kind: RecordKind) throws(DomainError)

    /// Appends it; numbers most significant byte first, so that their order is that of the keys.
    func append(to key: inout Key)
}

extension KeyValue {
    /// As many as it has in memory, for a number.
    @usableFromInline
    package static var byteCount: Int { MemoryLayout<Self>.size }
}

/// What a table says of one part of its keys.
package struct KeyPart: Sendable {
    /// What it is, as Schema.md has it.
    let name: String
    /// Its bytes.
    let byteCount: Int
    /// Whether it is the number of an account or a guest.
    let isPerson: Bool
    /// Whether it is the number of something shared.
    let isShared: Bool
    /// Whether it is where something stands in a life.
    let isSequence: Bool

    fileprivate init<Value: KeyValue>(_ name: String, _ type: Value.Type) {
        self.name = name
        byteCount = Value.byteCount
        isPerson = type is UserNumber.Type
        isShared = type is SharedFeed.Type
        isSequence = type is Sequence.Type
    }
}

/// What the keys of a table are made of: their length, their making and their reading.
package protocol KeyForm: Sendable {
    /// The parts, in their order.
    var parts: [KeyPart] { get }
}

/// Keys of one part.
@usableFromInline
package struct OnePart<Value: KeyValue>: KeyForm {
    /// The part that is the whole key.
    package let parts: [KeyPart]

    /// Names the part.
    package init(_ name: String) {
        parts = [KeyPart(name, Value.self)]
    }

    /// Makes a key.
    @inlinable
    @inline(__always)
    package static func key(_ value: Value) -> Key {
        var key = Key()
        value.append(to: &key)
        return key
    }

    /// Reads a key, which is no longer than that.
    package static func value(of key: RawSpan, _ kind: RecordKind) throws(DomainError) -> Value {
        try key.requireByteCount(Value.byteCount, of: kind)
        return try Value(in: key, at: 0, of: kind)
    }
}

/// Keys of two parts.
@usableFromInline
package struct TwoParts<First: KeyValue, Second: KeyValue>: KeyForm {
    /// The parts: keys are ordered by the first, then by the second.
    package let parts: [KeyPart]

    /// Names the parts.
    package init(_ first: String, _ second: String) {
        parts = [KeyPart(first, First.self), KeyPart(second, Second.self)]
    }

    /// Makes a key.
    @inlinable
    @inline(__always)
    package static func key(_ first: First, _ second: Second) -> Key {
        var key = OnePart<First>.key(first)
        second.append(to: &key)
        return key
    }

    /// Reads a key, which is no longer than that.
    package static func values(
        of key: RawSpan,
        _ kind: RecordKind
    ) throws(DomainError) -> (First, Second) {
        try key.requireByteCount(First.byteCount + Second.byteCount, of: kind)
        return (
            try First(in: key, at: 0, of: kind),
            try Second(in: key, at: First.byteCount, of: kind)
        )
    }
}

/// Keys of three parts.
@usableFromInline
package struct ThreeParts<First: KeyValue, Second: KeyValue, Third: KeyValue>: KeyForm {
    /// The parts: keys are ordered by the first, then by the second, then by the third.
    package let parts: [KeyPart]

    /// Names the parts.
    package init(_ first: String, _ second: String, _ third: String) {
        parts = [
            KeyPart(first, First.self), KeyPart(second, Second.self), KeyPart(third, Third.self),
        ]
    }

    /// Makes a key.
    @inlinable
    @inline(__always)
    package static func key(_ first: First, _ second: Second, _ third: Third) -> Key {
        var key = TwoParts<First, Second>.key(first, second)
        third.append(to: &key)
        return key
    }

    /// Reads a key, which is no longer than that.
    package static func values(
        of key: RawSpan,
        _ kind: RecordKind
    ) throws(DomainError) -> (First, Second, Third) {
        let start = First.byteCount + Second.byteCount
        try key.requireByteCount(start + Third.byteCount, of: kind)
        return (
            try First(in: key, at: 0, of: kind),
            try Second(in: key, at: First.byteCount, of: kind),
            try Third(in: key, at: start, of: kind)
        )
    }
}

extension UserNumber: KeyValue {
    /// Reads the eight bytes of a number, most significant first.
    @usableFromInline
    package init(in key: RawSpan, at offset: Int, of kind: RecordKind) throws(DomainError) {
        self.init(try key.number(at: offset, of: kind))
    }

    @inlinable
    @inline(__always)
    package func append(to key: inout Key) { key.append(rawValue) }
}

extension SharedFeed: KeyValue {
    /// Reads the eight bytes of a feed's number, most significant first.
    package init(in key: RawSpan, at offset: Int, of kind: RecordKind) throws(DomainError) {
        self.init(rawValue: try key.number(at: offset, of: kind))
    }

    @usableFromInline
    package func append(to key: inout Key) { key.append(rawValue) }
}

extension Sequence: KeyValue {
    /// Reads the eight bytes of a place, most significant first.
    @usableFromInline
    package init(in key: RawSpan, at offset: Int, of kind: RecordKind) throws(DomainError) {
        self.init(try key.number(at: offset, of: kind))
    }

    @inlinable
    @inline(__always)
    package func append(to key: inout Key) { key.append(rawValue) }
}

extension OpaqueID: KeyValue {
    /// Reads the sixteen bytes of an id.
    @usableFromInline
    package init(in key: RawSpan, at offset: Int, of kind: RecordKind) throws(DomainError) {
        self = try key.id(at: offset, of: kind)
    }

    @inlinable
    @inline(__always)
    package func append(to key: inout Key) {
        key.append(high)
        key.append(low)
    }
}

extension Digest: KeyValue {
    /// Reads the bytes of a hash.
    package init(in key: RawSpan, at offset: Int, of kind: RecordKind) throws(DomainError) {
        guard offset >= 0, offset <= key.byteCount - Self.byteCount,
            let digest = Digest(bytes: key.extracting(offset..<(offset + Self.byteCount)))
        else { throw kind.damaged }
        self = digest
    }

    @usableFromInline
    package func append(to key: inout Key) { key.append(bytes) }
}

extension UInt8: KeyValue {
    /// Reads one byte.
    @usableFromInline
    package init(in key: RawSpan, at offset: Int, of kind: RecordKind) throws(DomainError) {
        self = try key.byte(at: offset, of: kind)
    }

    @inlinable
    @inline(__always)
    package func append(to key: inout Key) { key.append(self) }
}

extension UInt32: KeyValue {
    /// Reads four bytes, most significant first.
    @usableFromInline
    package init(in key: RawSpan, at offset: Int, of kind: RecordKind) throws(DomainError) {
        self = try key.number(at: offset, of: kind)
    }

    @inlinable
    @inline(__always)
    package func append(to key: inout Key) { key.append(self) }
}

extension UInt64: KeyValue {
    /// Reads eight bytes, most significant first.
    @usableFromInline
    package init(in key: RawSpan, at offset: Int, of kind: RecordKind) throws(DomainError) {
        self = try key.number(at: offset, of: kind)
    }

    @inlinable
    @inline(__always)
    package func append(to key: inout Key) { key.append(self) }
}
