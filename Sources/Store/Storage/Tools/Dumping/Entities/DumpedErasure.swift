internal import Domain

/// An order to erase, in a dump that shows senders.
struct DumpedErasure: DumpedRecord {
    static let entity = DumpEntity.erasure

    private let user: UserNumber

    init(key: RawSpan, value: RawSpan) throws(DomainError) {
        try key.requireByteCount(8, of: .erasure)
        user = UserNumber(try key.number(at: 0, of: .erasure))
        // How far it has come is not told: a loaded store begins anew.
        _ = try ErasureOrder(value)
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
        try store.append(ErasureOrder().value, for: .erasure(user), in: .erasures)
    }
}
