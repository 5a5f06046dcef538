import Dispatch
import TestSupport

@testable import LogEngine
@testable import StorageEngine

/// Holds an engine's writer in a first change, so that a test can fill the queue behind it.
final class Gate: Sendable {
    private let isHeld = DispatchSemaphore(value: 0)
    private let isOpen = DispatchSemaphore(value: 0)

    /// Returns when the engine's writer waits inside a change.
    func hold(_ engine: WriteAheadEngine) throws {
        engine.submit { (_) throws(StorageError) in
            self.isHeld.signal()
            self.isOpen.passPatiently()
        } completion: { _ in
        }
        try isHeld.waitPatiently()
    }

    /// Lets the writer go on.
    func open() {
        isOpen.signal()
    }
}
