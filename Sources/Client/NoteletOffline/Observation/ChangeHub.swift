internal import ClientTransport

/// Tells whoever waits that something has changed.
///
/// Nothing is kept of an observer but while it waits: who lets go of a stream, or is slow, costs
/// nothing.
final class ChangeHub: Sendable {
    private let state = Guarded(State())

    private struct State {
        var version: UInt64 = 0
        /// At which version each topic changed last, by its bit.
        var versions = [UInt64](repeating: 0, count: Topics.RawValue.bitWidth)
        var isClosed = false
        var nextWaiterID: UInt64 = 0
        var waiters: [UInt64: Waiter] = [:]

        func latestVersion(of topics: Topics) -> UInt64 {
            topics.bits.reduce(0) { max($0, versions[$1]) }
        }
    }

    private struct Waiter {
        let topics: Topics
        let continuation: CheckedContinuation<Void, Never>
    }

    /// How many wait now.
    var waiterCount: Int { state.withLock { $0.waiters.count } }

    /// Notes that something has changed.
    func tell(_ topics: Topics) {
        guard !topics.isEmpty else { return }
        let woken = state.withLock { state in
            state.version += 1
            for bit in topics.bits { state.versions[bit] = state.version }
            let woken = state.waiters.filter { !$0.value.topics.isDisjoint(with: topics) }
            for id in woken.keys { state.waiters[id] = nil }
            return woken.values.map(\.continuation)
        }
        for continuation in woken { continuation.resume() }
    }

    /// Whether nothing is told any more.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Ends all that is observed; who waits, now or later, does so no more.
    func close() {
        state.withLock { $0.isClosed = true }
        tell(Topics.all.union(.network))
    }

    /// At which version one of some topics changed last.
    func version(of topics: Topics) -> UInt64 {
        state.withLock { $0.latestVersion(of: topics) }
    }

    /// Returns once one of some topics has changed since a version, or the task is cancelled.
    func wait(for topics: Topics, after version: UInt64) async {
        let id = state.withLock { state in
            state.nextWaiterID += 1
            return state.nextWaiterID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let mustWait = state.withLock { state in
                    // A cancellation that comes later finds the waiter; an earlier one is seen.
                    guard !Task.isCancelled, !state.isClosed,
                        state.latestVersion(of: topics) == version
                    else { return false }
                    state.waiters[id] = Waiter(topics: topics, continuation: continuation)
                    return true
                }
                if !mustWait { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: id) }?.continuation.resume()
        }
    }

    /// The same, but returns after a while in any case.
    func wait(for topics: Topics, after version: UInt64, atMost duration: Duration) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.wait(for: topics, after: version) }
            group.addTask { try? await Task.sleep(for: duration) }
            await group.next()
            group.cancelAll()
        }
    }
}

extension Topics {
    /// The numbers of the bits that are set.
    fileprivate var bits: [Int] {
        (0..<RawValue.bitWidth).filter { rawValue & (1 << $0) != 0 }
    }
}
