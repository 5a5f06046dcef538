internal import Foundation

/// What a screen with a list shows, without the screen.
///
/// Loads may overlap: the latest one wins, also over those of a state that this one has replaced,
/// and what is told in between wins over both. One that was cancelled leaves what it found.
public struct ListState<Item: Identifiable & Equatable & Sendable>: Equatable, Sendable
where Item.ID: Sendable {
    /// What was loaded last, also while it is loaded again or after that failed.
    public private(set) var items: [Item]
    /// The item that is looked at; nil for none, also once it is in the list no more.
    public private(set) var selection: Item.ID?
    private var hasLoaded: Bool
    private var running: Load?
    private var failureOfLoad: Failure?
    private var failureOfAction: Failure?

    /// One load, which is no other of any list.
    public struct Load: Equatable, Sendable {
        private let id = UUID()

        fileprivate init() {}
    }

    /// What a screen shows as a whole.
    public enum Phase: Equatable, Sendable {
        /// Nothing was asked for yet.
        case idle
        /// There is nothing to show yet, and it is on its way.
        case loading
        /// There are items, whether or not they are loaded again.
        case content
        /// There are none.
        case empty
        /// There is nothing to show, since it could not be loaded.
        case error(any PresentableError)

        /// Whether a screen shows the same.
        public static func == (one: Phase, other: Phase) -> Bool {
            switch (one, other) {
            case (.idle, .idle), (.loading, .loading), (.content, .content), (.empty, .empty): true
            case (.error(let one), .error(let other)): Failure(error: one) == Failure(error: other)
            default: false
            }
        }
    }

    /// Begins with items that are known already, or with nothing.
    ///
    /// - Parameter items: What is known; nil for nothing.
    public init(items: [Item]? = nil) {
        self.items = items ?? []
        hasLoaded = items != nil
    }

    /// Whether a load is under way.
    public var isLoading: Bool { running != nil }

    /// What is told beside the items: why an action was refused, until somebody takes note of it,
    /// or else why the last load failed.
    public var error: (any PresentableError)? { (failureOfAction ?? failureOfLoad)?.error }

    /// What the screen shows as a whole, whatever became of actions.
    public var phase: Phase {
        if !items.isEmpty { return .content }
        if isLoading && !hasLoaded { return .loading }
        if let failureOfLoad { return .error(failureOfLoad.error) }
        return hasLoaded ? .empty : .idle
    }

    /// The item that is looked at.
    public var selectedItem: Item? {
        selection.flatMap { selection in items.first { $0.id == selection } }
    }

    /// Begins to load; loads that are under way no longer count.
    ///
    /// - Returns: By what the load's end is told.
    public mutating func beginLoading() -> Load {
        let load = Load()
        running = load
        return load
    }

    /// Ends a load with what it found.
    ///
    /// - Parameters:
    ///   - load: The load; one that is not the latest changes nothing.
    ///   - items: What is there now.
    public mutating func finish(_ load: Load, with items: [Item]) {
        guard load == running else { return }
        replace(with: items)
    }

    /// Ends a load that failed, or that was cancelled, which is no failure.
    ///
    /// - Parameters:
    ///   - load: The load; one that is not the latest changes nothing.
    ///   - error: Why it failed.
    public mutating func fail(_ load: Load, with error: any Error) {
        guard load == running else { return }
        running = nil
        failureOfLoad = presentable(error).map(Failure.init) ?? failureOfLoad
    }

    /// Shows what is there now, whoever tells it: a watch, or a change that was made here.
    ///
    /// Loads that are under way may have read what was before, and no longer count.
    ///
    /// - Parameter items: What is there now.
    public mutating func replace(with items: [Item]) {
        self.items = items
        running = nil
        hasLoaded = true
        failureOfLoad = nil
        select(selection)
    }

    /// Looks at an item.
    ///
    /// - Parameter id: Which one; nil, or one that is not there, for none.
    public mutating func select(_ id: Item.ID?) {
        selection = items.contains { $0.id == id } ? id : nil
    }

    /// Shows why an action on the list failed, such as to delete an item; one that was cancelled
    /// did not fail.
    ///
    /// - Parameter error: What the action threw.
    public mutating func show(_ error: any Error) {
        failureOfAction = presentable(error).map(Failure.init) ?? failureOfAction
    }

    /// Takes note of the error that is told.
    public mutating func dismissError() {
        if failureOfAction != nil {
            failureOfAction = nil
        } else {
            failureOfLoad = nil
        }
    }
}

/// A failure of any kind that can be compared.
private struct Failure: Equatable {
    let error: any PresentableError

    static func == (one: Failure, other: Failure) -> Bool {
        func isOther<Known: PresentableError>(_ error: Known) -> Bool {
            error == other.error as? Known
        }
        return isOther(one.error)
    }
}
