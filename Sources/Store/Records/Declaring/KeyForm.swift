internal import Cryptography
public import Domain
public import StorageEngine

/// What the keys of a table are made of: their length, their making and their reading.
@usableFromInline
package protocol KeyForm: Sendable {
    /// The parts, in their order.
    static var parts: [any KeyValue.Type] { get }
}

/// A value that keys are made of, always of the same length.
@usableFromInline
package protocol KeyValue: KeyForm {
    /// Its bytes in a key.
    static var byteCount: Int { get }

    /// Reads it; damage where a key ends before.
    init(in key: RawSpan, at offset: Int, of kind: RecordKind) throws(DomainError)

    /// Appends it; numbers most significant byte first, so that their order is that of the keys.
    func append(to key: inout Key)
}

extension KeyValue {
    /// As many as it has in memory, for a number.
    @inlinable
    package static var byteCount: Int { MemoryLayout<Self>.size }

    /// A value is one part, unless it says more.
    @usableFromInline
    package static var parts: [any KeyValue.Type] { [Self.self] }

    /// Reads a key, which is no longer than that.
    @inlinable
    package init(key: RawSpan, of kind: RecordKind) throws(DomainError) {
        try key.requireByteCount(Self.byteCount, of: kind)
        try self.init(in: key, at: 0, of: kind)
    }

    /// What zeros stand for: a value of which nothing is known.
    package static var blank: Self {
        let zeros = [UInt8](repeating: 0, count: byteCount)
        guard let blank = try? Self(in: zeros.span.bytes, at: 0, of: .uniqueEntry) else {
            preconditionFailure("A key may be made of any bytes.")
        }
        return blank
    }

    /// The key that it is alone.
    @inlinable
    @inline(__always)
    package var storedKey: Key { OnePart<Self>.key(self) }

    /// Its bytes.
    @inlinable
    package var storedBytes: [UInt8] {
        storedKey.withBytes { key in key.copy(0..<key.byteCount) }
    }
}

/// A key of two parts that is one value: ordered by the first, then by the second.
@usableFromInline
package protocol TwoPartKey: KeyValue, Hashable {
    /// What its records lie together by.
    associatedtype First: KeyValue
    /// What tells them apart.
    associatedtype Second: KeyValue

    /// Joins both.
    init(_ first: First, _ second: Second)
    /// Both.
    var pair: (First, Second) { get }
}

extension TwoPartKey {
    /// As many as both have.
    @inlinable
    package static var byteCount: Int { First.byteCount + Second.byteCount }

    /// Those of both.
    @usableFromInline
    package static var parts: [any KeyValue.Type] { First.parts + Second.parts }

    /// Reads one after the other.
    @inlinable
    package init(in key: RawSpan, at offset: Int, of kind: RecordKind) throws(DomainError) {
        self.init(
            try First(in: key, at: offset, of: kind),
            try Second(in: key, at: offset + First.byteCount, of: kind)
        )
    }

    /// Appends one after the other.
    @inlinable
    package func append(to key: inout Key) {
        pair.0.append(to: &key)
        pair.1.append(to: &key)
    }
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

    init(_ name: String, _ type: any KeyValue.Type) {
        self.name = name
        byteCount = type.byteCount
        isPerson = type is UserNumber.Type
        isShared = type is SharedFeed.Type
        isSequence = type is Sequence.Type
    }
}

/// Keys of one part.
@usableFromInline
package enum OnePart<Value: KeyValue>: KeyForm {
    /// The part that is the whole key.
    @usableFromInline
    package static var parts: [any KeyValue.Type] { Value.parts }

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
        try Value(key: key, of: kind)
    }
}

/// Keys of two parts.
@usableFromInline
package enum TwoParts<First: KeyValue, Second: KeyValue>: KeyForm {
    /// The parts: keys are ordered by the first, then by the second.
    @usableFromInline
    package static var parts: [any KeyValue.Type] { First.parts + Second.parts }

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
package enum ThreeParts<First: KeyValue, Second: KeyValue, Third: KeyValue>: KeyForm {
    /// The parts: keys are ordered by the first, then by the second, then by the third.
    @usableFromInline
    package static var parts: [any KeyValue.Type] { First.parts + Second.parts + Third.parts }

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
    @inlinable
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
    @inlinable
    package init(in key: RawSpan, at offset: Int, of kind: RecordKind) throws(DomainError) {
        self.init(try key.number(at: offset, of: kind))
    }

    @inlinable
    @inline(__always)
    package func append(to key: inout Key) { key.append(rawValue) }
}

extension OpaqueID: KeyValue {
    /// Reads the sixteen bytes of an id.
    @inlinable
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
    @inlinable
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
    @inlinable
    package init(in key: RawSpan, at offset: Int, of kind: RecordKind) throws(DomainError) {
        self = try key.number(at: offset, of: kind)
    }

    @inlinable
    @inline(__always)
    package func append(to key: inout Key) { key.append(self) }
}
