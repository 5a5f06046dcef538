internal import Locking

/// What one connection remembers for each app that it calls: the token of one app is worth nothing
/// in another, whatever its text is.
package final class ConnectionMemories: Sendable {
    private let make: @Sendable () -> AuthenticationMemory
    private let state = Mutex(State())

    private struct State {
        /// Mostly a connection calls one app.
        var first: (app: UInt64, memory: AuthenticationMemory)?
        var others: [UInt64: AuthenticationMemory] = [:]
    }

    /// Remembers nothing yet.
    ///
    /// - Parameter make: Makes what the connection remembers for an app.
    package init(_ make: @escaping @Sendable () -> AuthenticationMemory) {
        self.make = make
    }

    /// A number for an app that no other one of the process has, be it gone or to come.
    package static func nextNumber() -> UInt64 {
        lastNumber.wrappingAdd(1, ordering: .relaxed).newValue
    }

    private static let lastNumber = Atomic<UInt64>(0)

    /// What is remembered for an app, by the number that no other one has.
    package func memory(for app: UInt64) -> AuthenticationMemory {
        state.withLock { state in
            if let first = state.first {
                if first.app == app { return first.memory }
                if let memory = state.others[app] { return memory }
            }
            let memory = make()
            if state.first == nil {
                state.first = (app, memory)
            } else {
                state.others[app] = memory
            }
            return memory
        }
    }
}
