import Foundation

/// What a journal says: which operations were begun, and what was promised of them.
struct Facts: Sendable {
    private(set) var arePeopleInvoked = false
    private(set) var arePeopleAcknowledged = false
    private(set) var lanes: [Lane] = []

    /// The operations of one submitter, by their numbers.
    struct Lane: Sendable {
        fileprivate(set) var notes: [Fact] = []
        /// How many numbers were given to operations.
        var count: Int { notes.count }
    }

    /// What is known of one operation.
    struct Fact: OptionSet, Sendable {
        let rawValue: UInt8
        static let invoked = Fact(rawValue: 1)
        static let acknowledged = Fact(rawValue: 2)
        static let declined = Fact(rawValue: 4)
    }

    /// The most lanes of a workload; bounds what a damaged journal can ask for.
    static let laneCountMax = 64
    /// The most operations of a lane; bounds what a damaged journal can ask for.
    static let numberMax = 10_000_000

    init() {}

    /// Reads a journal; one that does not exist says nothing.
    init(path: String) throws(DamagedJournal) {
        for bytes in Self.notes(in: FileManager.default.contents(atPath: path) ?? Data()) {
            try add(bytes)
        }
    }

    /// A journal that cannot be read.
    struct DamagedJournal: Error {}

    /// The notes of a journal, or of a part of it.
    static func notes(in data: some Collection<UInt8>) -> [UInt64] {
        var notes: [UInt64] = []
        var bits: UInt64 = 0
        for (index, byte) in data.enumerated() {
            bits |= UInt64(byte) << UInt64(index % 8 * 8)
            if index % 8 == 7 {
                notes.append(bits)
                bits = 0
            }
        }
        return notes
    }

    /// Adds a note.
    mutating func add(_ bits: UInt64) throws(DamagedJournal) {
        let (lane, number) = (Int(bits >> 8 & 0xFF), Int(bits >> 32))
        guard let note = Journal.Note(rawValue: UInt8(bits & 0xFF)), lane < Self.laneCountMax,
            number < Self.numberMax
        else { throw DamagedJournal() }
        switch note {
        case .peopleInvoked: arePeopleInvoked = true
        case .peopleAcknowledged: arePeopleAcknowledged = true
        case .invoked: add(.invoked, lane, number)
        case .acknowledged: add(.acknowledged, lane, number)
        case .declined, .refused: add(.declined, lane, number)
        }
    }

    /// Forgets that anything was acknowledged.
    mutating func forgetPromises() {
        arePeopleAcknowledged = false
        for lane in lanes.indices {
            for number in lanes[lane].notes.indices {
                lanes[lane].notes[number].remove(.acknowledged)
            }
        }
    }

    private mutating func add(_ fact: Fact, _ lane: Int, _ number: Int) {
        while lanes.count <= lane { lanes.append(Lane()) }
        while lanes[lane].notes.count <= number { lanes[lane].notes.append([]) }
        lanes[lane].notes[number].insert(fact)
    }
}
