internal import Domain

/// A count of the store in a dump that shows senders.
struct DumpedCounter: DumpedRecord {
    static let entity = DumpEntity.counter

    private let value: UInt64

    init(key: RawSpan, value: RawSpan) throws(DomainError) {
        try key.requireByteCount(1, of: .counter)
        try value.requireByteCount(8, of: .counter)
        guard Key.Counter(rawValue: try key.byte(at: 0, of: .counter)) == .nextUserNumber else {
            throw RecordKind.counter.damaged
        }
        self.value = try value.number(at: 0, of: .counter)
    }

    var owner: UserNumber? { nil }
    var moment: Instant? { nil }

    func writeWhole(to line: inout JSONWriter, _ secrets: StoreSecrets) {
        line.write("next_user_number", number: value)
    }

    static func load(
        _ line: inout JSONReader,
        into store: LoadTarget
    ) throws(DumpProblem) {
        var value: [UInt8] = []
        value.append(bigEndian: try line.number("next_user_number"))
        try store.append(value, for: .counter(.nextUserNumber), in: .counters)
    }
}
