internal import Locking

/// Lets so many changes run at a time; others wait in line, each of which holds its connection up,
/// as long as there is room for them.
final class ChangeLine: Sendable {
    private let state = Mutex(State())
    private let goOn: @Sendable (@escaping @Sendable () -> Void) -> Void

    private struct State {
        var countMax = 1
        var runningCount = 0
        var waiting: [@Sendable () -> Void] = []
        var firstIndex = 0

        mutating func next() -> (@Sendable () -> Void)? {
            guard runningCount < countMax, firstIndex < waiting.count else { return nil }
            runningCount += 1
            defer {
                firstIndex += 1
                if firstIndex == waiting.count {
                    waiting = []
                    firstIndex = 0
                }
            }
            return waiting[firstIndex]
        }
    }

    /// Lets one change run until a number is set.
    ///
    /// - Parameter goOn: Runs a change whose turn has come. By default in a task: the thread on
    ///   which another has ended is the one that writes, and one that ends at once would end within
    ///   it.
    init(
        goOn: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { change in
            Task { change() }
        }
    ) {
        self.goOn = goOn
    }

    /// Replaces the number of changes that may run.
    func set(countMax: Int) {
        state.withLock { $0.countMax = countMax }
    }

    /// Runs a change now or when it is its turn; `end` follows once it has ended.
    func run(_ change: @escaping @Sendable () -> Void) {
        let next = state.withLock { state in
            state.waiting.append(change)
            return state.next()
        }
        next?()
    }

    /// Takes note that a change has ended.
    func end() {
        let next = state.withLock { state in
            state.runningCount -= 1
            return state.next()
        }
        if let next { goOn(next) }
    }

    /// How many changes run.
    var runningCount: Int { state.withLock { $0.runningCount } }
}
