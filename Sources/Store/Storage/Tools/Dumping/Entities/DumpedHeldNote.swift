internal import Domain

/// That a note waits to be delivered, in a dump that shows senders.
struct DumpedHeldNote: DumpedRecord {
    static let entity = DumpEntity.held

    private let way: OpaqueID

    init(key: RawSpan, value: RawSpan) throws(DomainError) {
        try key.requireByteCount(OpaqueID.byteCount, of: .uniqueEntry)
        try value.requireByteCount(1, of: .uniqueEntry)
        guard try value.byte(at: 0, of: .uniqueEntry) == StoreTransaction.heldVersion else {
            throw RecordKind.uniqueEntry.damaged
        }
        way = try key.id(at: 0, of: .uniqueEntry)
    }

    /// Its sender's, which only the store's key tells.
    var owner: UserNumber? { nil }
    var moment: Instant? { nil }

    func writeWhole(to line: inout JSONWriter, _ secrets: StoreSecrets) {
        line.write("user", own: secrets.identifiers.openSenderRoute(way))
    }

    static func load(
        _ line: inout JSONReader,
        into store: LoadTarget
    ) throws(DumpProblem) {
        let way = store.secrets.identifiers.sealSenderRoute(try line.ownPlace("user"))
        try store.append([StoreTransaction.heldVersion], for: .held(way), in: .held)
    }
}
