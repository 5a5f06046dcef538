import Glibc

/// What the submitters of a workload know of their operations, written so that it outlives them.
///
/// Each note is one `write` of 8 bytes to a file opened for appending: what was written is there
/// after the writer was killed, and notes of several threads do not mix.
final class Journal: Sendable {
    private let descriptor: Int32

    /// What is noted of an operation.
    enum Note: UInt8 {
        /// It is about to be submitted.
        case invoked = 1
        /// The store says that it is on stable storage.
        case acknowledged = 2
        /// The store said that there is no room, and that nothing of it was kept.
        case declined = 3
        /// The people of the workload are about to be stored.
        case peopleInvoked = 4
        /// The store says that the people are on stable storage.
        case peopleAcknowledged = 5
        /// The store said that it may not be, and that nothing of it was kept.
        case refused = 6
    }

    static let noteByteCount = 8

    init(path: String) throws(SystemFailure) {
        descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        if descriptor < 0 { throw SystemFailure("The journal \(path) cannot be opened") }
    }

    deinit {
        close(descriptor)
    }

    /// Writes a note; a journal that cannot be written ends the program, for it would be no judge.
    func write(_ note: Note, _ id: OperationID = OperationID(lane: 0, number: 0)) {
        var bits = UInt64(note.rawValue) | UInt64(id.lane) << 8 | UInt64(id.number) << 32
        guard Glibc.write(descriptor, &bits, Self.noteByteCount) == Self.noteByteCount else {
            preconditionFailure("The journal cannot be written.")
        }
    }
}

/// A call of the system that failed, with its reason.
struct SystemFailure: Error, CustomStringConvertible {
    let description: String

    init(_ what: String) {
        description = "\(what): \(String(cString: strerror(errno)))."
    }
}
