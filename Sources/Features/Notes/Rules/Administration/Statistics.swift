package import Domain

/// A kind of record that statistics count.
package enum FactKind: CaseIterable, Sendable {
    /// Accounts.
    case accounts
    /// Notes, as their senders have them.
    case notes
    /// Answers, as those who answered have them.
    case answers
    /// Blocks.
    case blocks
    /// Reports.
    case reports
}

/// What statistics need of one record: when, and no person.
package enum Fact: Hashable, Sendable {
    /// An account was opened.
    case account(Instant)
    /// A note was sent through this door, whether it arrived or not.
    case note(Instant, Door)
    /// A note, which counts as such too, did not arrive for a word in it.
    case filteredNote(Instant)
    /// A note was answered.
    case answer(Instant)
    /// A sender was blocked.
    case block(Instant)
    /// A note was reported.
    case report(Instant)
}

/// The way by which a note reached its receiver.
package enum Door: Hashable, CaseIterable, Sendable {
    /// A personal link.
    case link
    /// A contact.
    case contact
}

/// Where a visit of facts goes on; it means something to the store alone.
package struct FactPlace: Hashable, Sendable {
    /// What the store gave.
    package let bytes: [UInt8]

    /// Wraps what the store gave.
    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }
}

/// What happened on one day, or on many.
package struct Tally: Hashable, Sendable {
    /// Accounts that were opened and are still there.
    package var accounts: UInt64 = 0
    /// Notes through personal links.
    package var notesByLink: UInt64 = 0
    /// Notes through contacts.
    package var notesByContact: UInt64 = 0
    /// Notes, counted above as well, that did not arrive for a word in them.
    package var filteredNotes: UInt64 = 0
    /// Answers.
    package var answers: UInt64 = 0
    /// Blocks.
    package var blocks: UInt64 = 0
    /// Reports.
    package var reports: UInt64 = 0

    /// Begins at nothing.
    package init() {}

    /// Counts a fact.
    mutating func add(_ fact: Fact) {
        switch fact {
        case .account: accounts += 1
        case .note(_, .link): notesByLink += 1
        case .note(_, .contact): notesByContact += 1
        case .filteredNote: filteredNotes += 1
        case .answer: answers += 1
        case .block: blocks += 1
        case .report: reports += 1
        }
    }
}

/// Counts what happened, day by day in UTC and in all.
///
/// The store may be read in pieces, each of another moment, so that counting pins nothing for long.
package struct Statistics: Sendable, Equatable {
    /// The first day that has a line of its own, counted from 1970.
    package let firstDay: UInt32
    /// One tally for each day from the first on.
    package private(set) var days: [Tally]
    /// Everything, whenever it was.
    package private(set) var total = Tally()

    /// The most days of one table: ten years bound it.
    package static let dayCountMax: UInt32 = 3_660

    /// Prepares a table of days.
    ///
    /// - Throws: `invalidValue` of `day_count` unless it is 1 to `dayCountMax`.
    package init(firstDay: UInt32, dayCount: UInt32) throws(DomainError) {
        guard (1...Self.dayCountMax).contains(dayCount) else {
            throw .invalid("day_count", "1 to \(Self.dayCountMax)")
        }
        self.firstDay = firstDay
        days = Array(repeating: Tally(), count: Int(dayCount))
    }

    /// Counts a fact.
    package mutating func add(_ fact: Fact) {
        total.add(fact)
        let (index, isBefore) = fact.moment.dayNumber.subtractingReportingOverflow(firstDay)
        guard !isBefore, Int(index) < days.count else { return }
        days[Int(index)].add(fact)
    }

    /// Counts the facts of a piece of the store.
    ///
    /// - Returns: The place to go on from; nil once there is nothing more of this kind.
    package mutating func count(
        _ kind: FactKind,
        after place: FactPlace?,
        in store: any NoteAdministrationReading
    ) throws(DomainError) -> FactPlace? {
        var found: [Fact] = []
        let next = try store.visitFacts(
            kind,
            after: place,
            limit: DomainLimits.recordsPerSearchMax
        ) { found.append($0) }
        for fact in found { add(fact) }
        return next
    }
}

extension Fact {
    /// When it happened.
    var moment: Instant {
        switch self {
        case .account(let moment), .note(let moment, _), .filteredNote(let moment),
            .answer(let moment), .block(let moment), .report(let moment):
            moment
        }
    }
}
