internal import Domain

/// An order to erase, in a dump that shows senders.
struct DumpedErasure: DumpedRecord {
    static let entity = DumpEntity.erasure

    private let user: UserNumber

    init(key: RawSpan, value: RawSpan) throws(DomainError) {
        try key.requireByteCount(8, of: .erasure)
        try value.requireByteCount(1, of: .erasure)
        user = UserNumber(try key.number(at: 0, of: .erasure))
        guard try value.byte(at: 0, of: .erasure) == Erasure.orderVersion else {
            throw RecordKind.erasure.damaged
        }
    }

    var owner: UserNumber? { user }
    var moment: Instant? { nil }

    func writeWhole(to line: inout JSONWriter, _ secrets: StoreSecrets) {
        line.write("user", number: user.rawValue)
    }

    static func load(
        _ line: inout JSONReader,
        into store: LoadTarget
    ) throws(DumpProblem) {
        let user = UserNumber(try line.number("user"))
        try store.append([Erasure.orderVersion], for: .erasure(user), in: .erasures)
    }
}
