internal import AccountStorage
internal import Domain
package import NoteRules
package import Records
package import StorageEngine

// What the store counts: the numbers given out to accounts, and how much was sent by each door.

extension Key {
    /// A key of `counters`.
    package static func counter(_ counter: Counter) -> Key { .counter(counter.rawValue) }
}

/// A count of the store.
package struct CounterRow {
    typealias Form = OnePart<UInt8>

    /// Nil until a line has told.
    package var counter: Key.Counter?
    /// How much it has counted, or the next number.
    package var count: UInt64 = 0

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
        key: CounterRow.Form("counter"),
        owner: .nobody,
        erasure: .stays(because: "it tells how much there was, and not whose"),
        sight: .nothing,
        archive: .kept,
        form: RecordForm(.counter, blank: CounterRow()) { key, value throws(DomainError) in
            let number = try CounterRow.Form.value(of: key, .counter)
            try value.requireByteCount(8, of: .counter)
            guard let counter = Key.Counter(rawValue: number) else {
                throw RecordKind.counter.damaged
            }
            return CounterRow(counter: counter, count: try value.number(at: 0, of: .counter))
        } key: { row in
            .counter(row.counter ?? .nextUserNumber)
        } value: { row, _ in
            [UInt8](bigEndian: row.count)
        },
        isMadeAgain: true,
        line: DumpLine("counter", place: 14, finish: requireCounter, fields: counterFields)
    )

    private static let counterFields: [Field<CounterRow>] = [
        Field(
            "next_user_number",
            .number(
                Access(
                    get: { $0.counter == .nextUserNumber ? $0.count : nil },
                    set: { $0 = CounterRow(counter: .nextUserNumber, count: $1) }
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
        }
    }
}
