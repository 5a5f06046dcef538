internal import Records
package import StorageEngine

// The numbers of accounts and guests, which the store counts.

extension TableID {
    /// What the store counts, by the number of the count.
    package static let counters = TableID(rawValue: 1)
}

extension Key {
    /// A key of `counters`, by the number of the count.
    package static func counter(_ number: UInt8) -> Key { OnePart<UInt8>.key(number) }

    /// Where the number stands that the next account or guest gets.
    package static var nextUserNumber: Key { .counter(1) }
}

extension NumberSeries {
    /// The numbers of accounts and guests.
    static let users = NumberSeries(.counter(.nextUserNumber, in: .counters))
}
