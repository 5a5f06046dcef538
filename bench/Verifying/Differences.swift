import Locking

/// What answers said otherwise than the model: how often, and the first few in words.
final class Differences: Sendable {
    private let state = Mutex(State())

    /// More of them tell a person nothing new.
    private static let textCountMax = 10

    private struct State {
        var count = 0
        var texts: [String] = []
    }

    /// How many there were.
    var count: Int { state.withLock { $0.count } }

    /// The first ones, one sentence each.
    var texts: [String] { state.withLock { $0.texts } }

    /// Notes one.
    func add(_ text: @autoclosure () -> String) {
        let isTold = state.withLock { state in
            state.count += 1
            return state.texts.count < Differences.textCountMax
        }
        guard isTold else { return }
        let text = text()
        state.withLock { $0.texts.append(text) }
    }
}
