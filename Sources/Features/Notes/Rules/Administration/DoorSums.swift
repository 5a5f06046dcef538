package import Domain

/// What people send to each other; the names are those of dumps, measurements and tools.
package enum SentKind: String, CaseIterable, Hashable, Sendable {
    /// A note through a personal link.
    case noteByLink = "note_by_link"
    /// A note through a contact.
    case noteByContact = "note_by_contact"
    /// An answer.
    case answer
}

/// How much was sent of each kind by each entrance, whether it arrived or not.
///
/// Sums alone are kept: no record of a note says by what it came in, which would be a hint at who
/// wrote it.
package struct DoorSums: Hashable, Sendable {
    private var counts: [Door: UInt64] = [:]

    /// What is counted together.
    package struct Door: Hashable, Sendable {
        /// What was sent.
        package let kind: SentKind
        /// What it came in by.
        package let entrance: Entrance

        /// Names a sum.
        package init(_ kind: SentKind, _ entrance: Entrance) {
            self.kind = kind
            self.entrance = entrance
        }

        /// All of them, those of a kind together.
        package static let all = SentKind.allCases.flatMap { kind in
            Entrance.allCases.map { Door(kind, $0) }
        }
    }

    /// Begins at nothing.
    package init() {}

    /// What was sent by a door.
    package subscript(_ door: Door) -> UInt64 {
        get { counts[door, default: 0] }
        set { counts[door] = newValue == 0 ? nil : newValue }
    }

    /// Whether nothing was sent.
    package var isEmpty: Bool { counts.isEmpty }

    /// Adds to what was sent by a door; what is beyond the greatest number stays that.
    package mutating func add(_ count: UInt64, to door: Door) {
        let (sum, overflow) = self[door].addingReportingOverflow(count)
        self[door] = overflow ? .max : sum
    }

    /// Adds other sums.
    package mutating func add(_ other: DoorSums) {
        for (door, count) in other.counts { add(count, to: door) }
    }
}
