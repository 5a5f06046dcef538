internal import AccountStorage
package import Domain
package import NoteRules
package import Records
package import StorageEngine

// What the store counts: the numbers given out to accounts, and how much was sent by each door.

extension Key {
    /// A key of `counters`.
    package static func counter(_ counter: Counter) -> Key { .counter(counter.rawValue) }
}

/// A count of the store.
package struct CounterRow: TableRow {
    /// Nil until a line has told.
    package var counter: Key.Counter?
    /// How much it has counted, or the next number.
    package var count: UInt64 = 0

    /// The number of the count.
    package static var keyParts: [any KeyValue.Type] { UInt8.parts }
    /// What a damaged one is called.
    package static let kind = RecordKind.counter
    /// One of which nothing is known.
    package static let blank = CounterRow(nil, 0)

    /// Says what was counted, and how much.
    init(_ counter: Key.Counter?, _ count: UInt64) {
        self.counter = counter
        self.count = count
    }

    /// Reads one, or damage.
    package init(key: RawSpan, value: RawSpan) throws(DomainError) {
        let number = try UInt8(key: key, of: .counter)
        count = try UInt64(key: value, of: .counter)
        counter = Key.Counter(rawValue: number)
        guard counter != nil else { throw RecordKind.counter.damaged }
    }

    /// The key to store it under.
    package var storedKey: Key { .counter(counter ?? .nextUserNumber) }

    /// How much it has counted.
    package func storedValue(_ secrets: StoreSecrets) -> [UInt8] { count.storedBytes }

    /// The door whose sum it is; nil for the next number.
    fileprivate var door: DoorSums.Door? {
        if case .sent(let door) = counter { door } else { nil }
    }
}

extension Schema {
    /// What the store counts, by a byte for each count.
    package static let counters = SchemaTable<CounterRow>(
        .counters,
        "counters",
        key: ["counter"],
        owner: .nobody,
        erasure: .stays(because: "it tells how much there was, and not whose"),
        archive: .kept(because: "it names nobody"),
        isMadeAgain: true,
        line: DumpLine("counter", place: 14, finish: requireCounter, fields: counterFields)
    )

    private static let counterFields: [Field<CounterRow>] = [
        Field(
            "next_user_number",
            .number(
                Access(
                    get: { $0.counter == .nextUserNumber ? $0.count : nil },
                    set: { $0 = CounterRow(.nextUserNumber, $1) }
                )
            )
        ),
        .word(
            "sent",
            SentKind.allCases.map { ($0.rawValue, $0) },
            Access { row, _ in
                row.door?.kind
            } _: { row, kind, _ throws(DumpProblem) in
                guard row.counter == nil else { throw DumpProblem("it is of two counts") }
                row.counter = .sent(DoorSums.Door(kind, .tcp))
            }
        ),
        .word(
            "over",
            Entrance.allCases.map { ($0.rawValue, $0) },
            Access { row, _ in
                row.door?.entrance
            } _: { row, entrance, _ throws(DumpProblem) in
                guard let door = row.door else { throw DumpProblem("'sent' is missing") }
                row.counter = .sent(DoorSums.Door(door.kind, entrance))
            }
        ),
        Field(
            "count",
            .number(
                Access { row, _ in
                    row.door == nil ? nil : row.count
                } _: { row, count, _ throws(DumpProblem) in
                    guard row.door != nil else { throw DumpProblem("'sent' is missing") }
                    row.count = count
                }
            )
        ),
    ]

    @Sendable
    private static func requireCounter(_ row: CounterRow, _: StoreSecrets) throws(DumpProblem) {
        guard row.counter != nil else { throw DumpProblem("it does not say what it counts") }
    }
}

extension Key {
    /// What the `counters` table counts.
    package enum Counter: Hashable {
        /// The number that the next account or guest gets.
        case nextUserNumber
        /// How much was sent by a door.
        case sent(DoorSums.Door)

        var rawValue: UInt8 {
            switch self {
            case .nextUserNumber: 1
            case .sent(let door): door.kind.firstCounter + door.entrance.counterOffset
            }
        }

        init?(rawValue: UInt8) {
            let all = [.nextUserNumber] + DoorSums.Door.all.map(Counter.sent)
            guard let counter = all.first(where: { $0.rawValue == rawValue }) else { return nil }
            self = counter
        }
    }
}

extension SentKind {
    /// The counter of what came in by the first entrance; there is room for sixteen.
    fileprivate var firstCounter: UInt8 {
        switch self {
        case .noteByLink: 0x10
        case .noteByContact: 0x20
        case .answer: 0x30
        }
    }
}

extension Entrance {
    fileprivate var counterOffset: UInt8 {
        switch self {
        case .tcp: 0
        case .tls: 1
        case .unix: 2
        case .web: 3
        }
    }
}
