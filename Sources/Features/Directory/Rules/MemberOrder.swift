package import Domain
internal import TextFolding

/// Where a member stands in the list of its collection: by its name without regard to case, and
/// behind those of that name who joined before.
///
/// What a long name has beyond the bytes that are compared does not count.
package struct MemberOrder: Hashable, Comparable, Sendable {
    /// The beginning of the folded name.
    private let name: [UInt8]
    /// The place in the feed where the member was put.
    private let place: Sequence

    /// Finds out where a name stands.
    package init(name: String, place: Sequence) {
        self.name = Array(FoldedText(name).bytes.prefix(DomainLimits.nameOrderByteCountMax))
        self.place = place
    }

    /// Reads what `bytes` has; nil for anything else.
    package init?(_ bytes: [UInt8]) {
        let nameByteCount = bytes.count - 8
        guard 0...DomainLimits.nameOrderByteCountMax ~= nameByteCount else { return nil }
        name = Array(bytes[..<nameByteCount])
        place = Sequence(bytes[nameByteCount...].reduce(0) { $0 << 8 | UInt64($1) })
    }

    /// The name, and behind it the place, most significant byte first.
    package var bytes: [UInt8] {
        name + withUnsafeBytes(of: place.rawValue.bigEndian) { Array($0) }
    }

    /// Orders by name, then by who joined first.
    package static func < (left: MemberOrder, right: MemberOrder) -> Bool {
        left.name == right.name
            ? left.place < right.place : left.name.lexicographicallyPrecedes(right.name)
    }
}
