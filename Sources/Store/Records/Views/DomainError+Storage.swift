package import Domain
package import StorageEngine

/// What went wrong below, in the words of the domain.
extension DomainError: StorageFailure {
    /// Translates the engine's error.
    package init(_ error: StorageError) {
        switch error {
        case .dataLoss(let table):
            self = .dataLoss("a damaged record in table \(table.rawValue)")
        case .full:
            self = .storeFull
        case .tooLarge:
            self = .storeUnavailable("The change is larger than the store takes at once.")
        case .overloaded:
            self = .storeUnavailable("Too many changes wait already.")
        case .unavailable(let reason):
            self = .storeUnavailable(reason)
        case .incomplete(let what):
            self = .storeUnavailable("The log is not whole: \(what).")
        case .damaged:
            self = .storeUnavailable("The store is damaged.")
        case .outcomeUnknown:
            self = .storeUnavailable("The disk failed; nobody knows whether the change was kept.")
        }
    }
}
