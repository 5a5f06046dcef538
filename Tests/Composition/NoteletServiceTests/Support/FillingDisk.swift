import LMDB
import Locking
import TestSupport

@testable import LogEngine
@testable import Records
@testable import Storage
@testable import NoteStorage
@testable import AccountStorage

/// A disk that a test fills and empties, as far as the file system tells.
final class FillingDisk: Sendable {
    private let isFilled = Mutex(false)

    /// What to give an engine.
    var seams: WriteAheadEngine.Seams {
        WriteAheadEngine.Seams(
            diskByteCount: { [self] environment throws(LMDBError) in
                if isFilled.withLock({ $0 }) { return 0 }
                return try environment.freeByteCount()
            },
            stop: WriteAheadEngine.endProcess
        )
    }

    /// Leaves nothing on the disk, and waits until the store has noticed.
    func fill(under store: RecordStore) async throws {
        isFilled.withLock { $0 = true }
        let patience = Patience()
        while !store.isFull {
            store.maintain()
            try await patience.pause()
        }
    }

    /// Empties the disk, and waits until the store has noticed.
    func empty(under store: RecordStore) async throws {
        isFilled.withLock { $0 = false }
        let patience = Patience()
        while store.isFull {
            store.maintain()
            try await patience.pause()
        }
    }
}
