import Dispatch
import Domain
import Locking

/// The stores that are yet to be closed.
final class OpenStores: Sendable {
    private let names: Mutex<[AppName]>
    private let group = DispatchGroup()

    /// Those of these apps.
    init(_ names: [AppName]) {
        self.names = Mutex(names)
        for _ in names { group.enter() }
    }

    /// Takes note that the store of an app is closed.
    func didClose(_ name: AppName) {
        names.withLock { names in names.removeAll { $0 == name } }
        group.leave()
    }

    /// Waits until all are closed, and answers those that are not.
    func wait(until deadline: DispatchTime) -> [AppName] {
        _ = group.wait(timeout: deadline)
        return names.withLock { $0 }
    }
}
