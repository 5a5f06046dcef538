internal import Foundation

/// What a screen with a list shows, without the screen.
///
/// Loads may overlap: the latest one wins, also over those of a state that this one has replaced,
/// and what is told in between wins over both. One that was cancelled leaves what it found.
public struct ListState<Item: Identifiable & Equatable & Sendable>: Equatable, Sendable
where Item.ID: Sendable {
    /// What was loaded last, also while it is loaded again or after that failed.
    public private(set) var items: [Item]
    /// Why the last load failed; nil where it did not.
    public private(set) var error: AppError?
    /// The item that is looked at; nil for none, also once it is in the list no more.
    public private(set) var selection: Item.ID?
    private var hasLoaded: Bool
    private var running: Load?

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
        case error(AppError)
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

    /// What the screen shows as a whole.
    public var phase: Phase {
        if !items.isEmpty { return .content }
        if isLoading && !hasLoaded { return .loading }
        if let error { return .error(error) }
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
        self.error = AppError(error) ?? self.error
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
        error = nil
        select(selection)
    }

    /// Looks at an item.
    ///
    /// - Parameter id: Which one; nil, or one that is not there, for none.
    public mutating func select(_ id: Item.ID?) {
        selection = items.contains { $0.id == id } ? id : nil
    }

    /// Takes note of the error.
    public mutating func dismissError() {
        error = nil
    }
}
