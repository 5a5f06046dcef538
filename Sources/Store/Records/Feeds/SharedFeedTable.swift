internal import Domain
internal import StorageEngine

// What feeds tell that are nobody's own: those of what people share.

extension TableID {
    /// What feeds of shared things tell.
    static let sharedChanges = TableID(rawValue: 26)
}

extension Key {
    /// A key of `shared_changes`.
    static func sharedChange(of feed: SharedFeed, at place: Sequence) -> Key {
        SharedChangeRow.Form.key(feed, place)
    }
}

extension KeyRange {
    /// What a feed has behind a place.
    static func after(_ place: Sequence, of feed: SharedFeed) -> KeyRange {
        KeyRange(
            lower: .sharedChange(of: feed, at: place.next),
            upper: OnePart<SharedFeed>.key(feed).prefixSuccessor
        )
    }
}

extension NumberSeries {
    /// The places of the feed of something shared.
    ///
    /// No place is used twice, for the reason that `places` gives.
    static let sharedPlaces = NumberSeries(.keys(of: [.sharedChanges]))
}

/// An entry of the feed of something shared.
package struct SharedChangeRow {
    typealias Form = TwoParts<SharedFeed, Sequence>

    var feed = SharedFeed(rawValue: 0)
    var place = Sequence.start
    /// What the feature wrote.
    var entry: [UInt8] = []
}

extension Schema {
    /// What the feeds of all that is shared tell, each in its order.
    package static let sharedChanges = SchemaTable<SharedChangeRow>(
        .sharedChanges,
        "shared_changes",
        key: SharedChangeRow.Form("what is shared", "seq"),
        owner: .nobody,
        erasure: .stays(because: "it names nobody"),
        sight: .nothing,
        archive: .kept,
        form: RecordForm(.sharedChange, blank: SharedChangeRow()) {
            key,
            value throws(DomainError) in
            let (feed, place) = try SharedChangeRow.Form.values(of: key, .sharedChange)
            return SharedChangeRow(feed: feed, place: place, entry: value.copy(0..<value.byteCount))
        } key: { row in
            .sharedChange(of: row.feed, at: row.place)
        } value: { row, _ in
            row.entry
        },
        line: DumpLine(
            "shared_change",
            place: 18,
            isListedWhenEmpty: false,
            fields: [
                .feed(\.feed),
                .sequence(\.place),
                Field("entry", .binary(Access(\.entry))),
            ]
        )
    )
}
