internal import Locking

/// What one connection remembers for each app that it calls: the token of one app is worth nothing
/// in another, whatever its text is.
package final class ConnectionMemories: Sendable {
    private let make: @Sendable () -> AuthenticationMemory
    private let state = Mutex(State())

    private struct State {
        /// Mostly a connection calls one app, found by its number alone: what connections share and
        /// each takes hold of costs all of them time.
        var firstNumber: UInt64?
        var first: Entry?
        var others: [UInt64: Entry] = [:]

        mutating func insert(_ entry: Entry) {
            // What is remembered for an app that is over is worth nothing any more.
            others = others.filter { !$1.app.isOver }
            if first?.app.isOver == false {
                others[entry.app.number] = entry
            } else {
                (firstNumber, first) = (entry.app.number, entry)
            }
        }
    }

    private struct Entry {
        let app: AppLife
        let memory: AuthenticationMemory
    }

    /// Remembers nothing yet.
    ///
    /// - Parameter make: Makes what the connection remembers for an app.
    package init(_ make: @escaping @Sendable () -> AuthenticationMemory) {
        self.make = make
    }

    /// What is remembered for an app while it is open.
    package func memory(for app: AppLife) -> AuthenticationMemory {
        state.withLock { state in
            if state.firstNumber == app.number, let memory = state.first?.memory { return memory }
            if let memory = state.others[app.number]?.memory { return memory }
            let memory = make()
            state.insert(Entry(app: app, memory: memory))
            return memory
        }
    }

    /// For how many apps something is remembered.
    var count: Int {
        state.withLock { state in state.others.count + (state.first == nil ? 0 : 1) }
    }
}

/// The life of an app from its opening to its end, which no other one has: neither another app of
/// the process nor a later one of the same name.
package final class AppLife: Sendable {
    /// Tells it from all others of the process.
    let number = lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
    private let isEnded = Atomic<Bool>(false)

    private static let lastNumber = Atomic<UInt64>(0)

    /// Begins.
    package init() {}

    /// Whether it has ended.
    package var isOver: Bool { isEnded.load(ordering: .relaxed) }

    /// Ends.
    package func end() { isEnded.store(true, ordering: .relaxed) }
}
