internal import DirectoryRules
internal import Domain

/// Cursors of the list of a collection's members, which is ordered by their names.
///
/// One says behind whom it stands, so that it is worth something also where that one is gone; it is
/// sealed, and opens for the very list and reader alone.
struct MemberCursors {
    private let secrets: any SecretKeeping
    /// What the boxes are sealed with, beside the server's key.
    private let word: String

    init(of collection: SharedCollection, for reader: UserNumber, _ secrets: any SecretKeeping) {
        self.secrets = secrets
        word = "members \(collection.feed.rawValue) \(reader.rawValue)"
    }

    /// The place behind which a page begins; nil for an empty cursor, which means the first page.
    ///
    /// - Throws: `invalidCursor`.
    func place(of cursor: [UInt8]) throws(DomainError) -> MemberOrder? {
        guard !cursor.isEmpty else { return nil }
        guard let place = secrets.open(cursor, with: word).flatMap(MemberOrder.init) else {
            throw .refused(.invalidCursor)
        }
        return place
    }

    /// The cursor of the next page; empty when there is none.
    func cursor(to place: MemberOrder?) -> [UInt8] {
        place.map { secrets.seal($0.bytes, with: word) } ?? []
    }
}
