import Foundation
import Glibc

/// What the filler knows of its records, written so that it outlives a kill.
struct FillJournal: ~Copyable {
    private let descriptor: Int32

    /// What is noted of a record, in the order in which it happens.
    enum Note: UInt8 {
        case putInvoked = 1
        case putAcknowledged = 2
        /// The store said that nothing of it was kept.
        case putRefused = 3
        case deletionInvoked = 4
        case deletionAcknowledged = 5
        /// A cycle has ended: filled, emptied, and room for more.
        case cycleEnded = 6
    }

    init(path: String) throws(SystemFailure) {
        descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        if descriptor < 0 { throw SystemFailure("The journal \(path) cannot be opened") }
    }

    deinit {
        close(descriptor)
    }

    /// Writes a note; a journal that cannot be written ends the program, for it would be no judge.
    func write(_ note: Note, _ number: Int = 0) {
        var bits = UInt64(note.rawValue) | UInt64(number) << 8
        guard Glibc.write(descriptor, &bits, 8) == 8 else {
            preconditionFailure("The journal cannot be written.")
        }
    }

    /// What a journal says.
    struct Reading {
        /// The last note of each record, by its number.
        private(set) var notes: [Note?] = []
        private(set) var cycleCount = 0

        /// The most records; bounds what a damaged journal can ask for.
        private static let numberMax = 10_000_000

        /// Reads a journal; one that does not exist says nothing.
        init(path: String) throws(DamagedJournal) {
            let data = FileManager.default.contents(atPath: path) ?? Data()
            for bits in Facts.notes(in: data) {
                guard let note = Note(rawValue: UInt8(bits & 0xFF)) else { throw DamagedJournal() }
                let number = Int(bits >> 8)
                guard number < Self.numberMax else { throw DamagedJournal() }
                if note == .cycleEnded {
                    cycleCount += 1
                    continue
                }
                while notes.count <= number { notes.append(nil) }
                notes[number] = note
            }
        }

        /// A journal that cannot be read.
        struct DamagedJournal: Error {}
    }
}
