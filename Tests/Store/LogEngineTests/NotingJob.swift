import Locking

@testable import LogEngine
@testable import StorageEngine

/// A change that also tells when it hears that what it wrote is durable.
final class NotingJob: WriteJob {
    private let change: any WriteJob

    var mayUseReserve: Bool { change.mayUseReserve }
    private let onCommit: @Sendable () -> Void
    private let hasWritten = Atomic(false)

    init(_ change: any WriteJob, onCommit: @escaping @Sendable () -> Void) {
        self.change = change
        self.onCommit = onCommit
    }

    func run(on view: any WriteView) -> Bool {
        let isKept = change.run(on: view)
        hasWritten.store(isKept, ordering: .relaxed)
        return isKept
    }

    func didCommit() {
        if hasWritten.load(ordering: .relaxed) { onCommit() }
    }

    func finish(_ failure: StorageError?) {
        change.finish(failure)
    }

    func didEndBatch() {
        change.didEndBatch()
    }
}
