internal import Domain

/// A note of which a feed does not tell yet that somebody who is being erased is shown no more, in
/// a dump that shows senders.
struct DumpedUntoldChange: DumpedRecord {
    static let entity = DumpEntity.untold

    private let change: UntoldChange

    init(key: RawSpan, value: RawSpan) throws(DomainError) {
        try key.requireByteCount(24, of: .uniqueEntry)
        change = try UntoldChange(key: key)
        guard value.isEqual(to: [UntoldChange.version]) else {
            throw RecordKind.uniqueEntry.damaged
        }
    }

    var owner: UserNumber? { change.user }
    var moment: Instant? { nil }

    func writeWhole(to line: inout JSONWriter, _ secrets: StoreSecrets) {
        line.write("user", number: change.user.rawValue)
        line.write("viewer", own: change.note)
    }

    static func load(
        _ line: inout JSONReader,
        into store: LoadTarget
    ) throws(DumpProblem) {
        let user = UserNumber(try line.number("user"))
        let key = Key.untoldChange(by: user, try line.ownPlace("viewer"))
        try store.append([UntoldChange.version], for: key, in: .untoldChanges)
    }
}
