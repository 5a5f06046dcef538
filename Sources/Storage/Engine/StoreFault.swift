internal import Glibc
internal import LMDB

/// Tells whether a signal is about the file of the store that this process serves.
package enum StoreFault {
    /// The signals by which a damaged file ends a process that has mapped it.
    package static let signals = [SIGBUS, SIGSEGV, SIGABRT]

    /// What a signal is about.
    package enum Verdict: Sendable {
        /// Something else.
        case foreign
        /// The store.
        case store
        /// This page of the store.
        case page(UInt64)
    }

    /// Says what a signal is about; it neither allocates nor locks.
    ///
    /// Nothing but the store's files is read as memory, so SIGBUS is always about them.
    package static func judge(_ signal: Int32, at address: UInt) -> Verdict {
        if signal == SIGABRT { return WatchedMap.hasContradiction ? .store : .foreign }
        switch WatchedMap.place(of: address) {
        case .page(let number): return .page(number)
        case .behind: return .store
        case .outside: return signal == SIGBUS ? .store : .foreign
        }
    }
}
