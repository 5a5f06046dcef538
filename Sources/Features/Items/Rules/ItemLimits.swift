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

    /// Collections of a server: bounds the list that is read whole.
    package static let itemCollectionsMax = 500

    /// Characters of why an operator removed an item.
    package static let itemRemovalReasonCharactersMax = 1_000
}
