package import Domain
package import StorageEngine

// What feeds tell that are nobody's own: those of what people share.

extension TableID {
    package static let sharedChanges = TableID(rawValue: 26)
}

extension Key {
    /// A key of `shared_changes`.
    static func sharedChange(of feed: SharedFeed, at place: Sequence) -> Key {
        SharedChangeRow.Form.key(feed, place)
    }
}

extension KeyRange {
    /// What a feed has behind a place.
    package static func after(_ place: Sequence, of feed: SharedFeed) -> KeyRange {
        KeyRange(
            lower: .sharedChange(of: feed, at: place.next),
            upper: OnePart<SharedFeed>.key(feed).prefixSuccessor
        )
    }
}

extension NumberSeries {
    /// The places of the feed of something shared.
    ///
    /// No place is used twice either, for the same reason.
    static let sharedPlaces = NumberSeries(.keys(of: [.sharedChanges]))
}

/// An entry of the feed of something shared.
package struct SharedChangeRow {
    package typealias Form = TwoParts<SharedFeed, Sequence>

    package var feed = SharedFeed(rawValue: 0)
    package var place = Sequence.start
    /// What the feature wrote.
    package var entry: [UInt8] = []
}

extension Schema {
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
                Field(
                    "feed",
                    .number(Access(\.feed, { $0.rawValue }, { SharedFeed(rawValue: $0) }))
                ),
                .sequence(\.place),
                Field("entry", .binary(Access(\.entry))),
            ]
        )
    )
}
