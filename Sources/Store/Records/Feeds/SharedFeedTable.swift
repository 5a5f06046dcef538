internal import Domain
internal import StorageEngine

// What feeds tell that are nobody's own: those of what people share.

extension TableID {
    /// What feeds of shared things tell.
    static let sharedChanges = TableID(rawValue: 26)
}

extension NumberSeries {
    /// The places of the feed of something shared.
    ///
    /// No place is used twice, for the reason that `places` gives.
    static let sharedPlaces = NumberSeries(.keys(of: [.sharedChanges]))
}

/// An entry of the feed of something shared.
package struct SharedChangeRow: KeyedRow {
    /// The feed, and where in it the entry is.
    package var key = SharedPlace.blank
    /// What the feature wrote.
    var entry: [UInt8] = []

    /// What a damaged one is called.
    package static let kind = RecordKind.sharedChange
    /// One of which nothing is known.
    package static var blank: SharedChangeRow { SharedChangeRow() }

    /// Has no entry yet.
    init() {}

    /// Stands at a place.
    init(at key: SharedPlace, _ entry: [UInt8]) {
        self.key = key
        self.entry = entry
    }

    /// Takes an entry, whatever it is.
    package init(value: RawSpan) {
        entry = value.copy(0..<value.byteCount)
    }

    /// The entry, as the feature wrote it.
    package func storedValue(_ secrets: StoreSecrets) -> [UInt8] { entry }
}

extension Schema {
    /// What the feeds of all that is shared tell, each in its order.
    package static let sharedChanges = SchemaTable<SharedChangeRow>(
        .sharedChanges,
        "shared_changes",
        key: ["what is shared", "seq"],
        owner: .nobody,
        erasure: .stays(because: "it names nobody"),
        archive: .kept(because: "it names nobody"),
        line: DumpLine(
            "shared_change",
            place: 18,
            fields: [
                .feed(\.key.feed),
                .sequence(\.key.sequence),
                .binary("entry", \.entry),
            ]
        )
    )
}
