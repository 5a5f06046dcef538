package import Domain

// The limits of items, with their reasons.
extension DomainLimits {
    /// Characters of an item's title: a line or two.
    package static let itemTitleCharacters = 1...200

    /// Bytes of an item's payload.
    package static let itemPayloadByteCountMax = valueByteCountMax

    /// Items of one creator: bounds what one person takes of the store, 13 MiB, and the count that
    /// the writer makes.
    package static let itemsPerCreatorMax = 200
}
