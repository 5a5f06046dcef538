internal import ClientTransport
internal import Foundation
internal import NoteletInterface

/// How a copy stands to the service, as it was told last.
final class SyncStateBox: Sendable {
    private let hub: ChangeHub
    private let current: Guarded<SyncState>

    /// Makes one that tells changes.
    init(_ state: SyncState, hub: ChangeHub) {
        current = Guarded(state)
        self.hub = hub
    }

    /// The state.
    var state: SyncState { current.withLock { $0 } }

    /// Notes a state, and tells it where it is another one.
    func set(_ state: SyncState) {
        let isNews = current.withLock { current in
            defer { current = state }
            return current != state
        }
        if isNews { hub.tell(.sync) }
    }

    /// Notes that the service is out of reach; since when is kept.
    func setOffline(at moment: Date) {
        if case .offline = state { return }
        set(.offline(since: moment))
    }
}
