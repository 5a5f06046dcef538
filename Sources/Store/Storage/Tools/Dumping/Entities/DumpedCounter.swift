internal import Domain

/// A count of the store in a dump that shows senders.
struct DumpedCounter: DumpedRecord {
    static let entity = DumpEntity.counter

    private let counter: Key.Counter
    private let value: UInt64

    init(key: RawSpan, value: RawSpan) throws(DomainError) {
        try key.requireByteCount(1, of: .counter)
        try value.requireByteCount(8, of: .counter)
        guard let counter = Key.Counter(rawValue: try key.byte(at: 0, of: .counter)) else {
            throw RecordKind.counter.damaged
        }
        self.counter = counter
        self.value = try value.number(at: 0, of: .counter)
    }

    var owner: UserNumber? { nil }
    var moment: Instant? { nil }

    func writeWhole(to line: inout JSONWriter, _ secrets: StoreSecrets) {
        switch counter {
        case .nextUserNumber:
            line.write("next_user_number", number: value)
        case .sent(let door):
            line.write("sent", door.kind.rawValue)
            line.write("over", door.entrance.rawValue)
            line.write("count", number: value)
        }
    }

    static func load(
        _ line: inout JSONReader,
        into store: LoadTarget
    ) throws(DumpProblem) {
        let counter: Key.Counter
        var value: [UInt8] = []
        if let next = try line.optionalNumber("next_user_number") {
            counter = .nextUserNumber
            value.append(bigEndian: next)
        } else {
            let (kind, entrance) = (try line.text("sent"), try line.text("over"))
            guard let sent = SentKind(rawValue: kind), let over = Entrance(rawValue: entrance)
            else {
                throw DumpProblem("there is no sum of '\(kind)' over '\(entrance)'")
            }
            counter = .sent(DoorSums.Door(sent, over))
            value.append(bigEndian: try line.number("count"))
        }
        try store.append(value, for: .counter(counter), in: .counters)
    }
}
