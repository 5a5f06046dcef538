internal import ProtobufCoding

/// What people share in a feed as one list: as it is, and anew after each change; what was put last
/// comes first, unless the list has an order of its own.
///
/// A list comes when the reader has caught up with the feed, so that each is of one moment. The
/// sequence ends when the feed is over, and goes on through lost connections as a watch does.
public struct LiveListSequence<Item: Sendable>: AsyncSequence, Sendable {
    /// What the sequence gives.
    public typealias Element = [Item]
    /// What ends it early.
    public typealias Failure = NoteletError

    private let pages: ChangeSequence
    private let order: (@Sendable (Item, Item) -> Bool)?
    private let read: @Sendable (SharedChange) throws(NoteletError) -> ListChange<Item>?

    /// Makes a sequence of the changes of one feed.
    ///
    /// - Parameters:
    ///   - pages: The changes from the beginning.
    ///   - order: Whether an item stands before another; nil where the last one put comes first.
    ///   - read: Tells what a change does to the list; nil where that is nothing.
    package init(
        _ pages: ChangeSequence,
        order: (@Sendable (Item, Item) -> Bool)? = nil,
        read: @escaping @Sendable (SharedChange) throws(NoteletError) -> ListChange<Item>?
    ) {
        self.pages = pages
        self.order = order
        self.read = read
    }

    /// Takes the lists one by one.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var pages: ChangeSequence.AsyncIterator
        fileprivate let order: (@Sendable (Item, Item) -> Bool)?
        fileprivate let read: @Sendable (SharedChange) throws(NoteletError) -> ListChange<Item>?
        /// The oldest first, as the feed tells them.
        private var entries: [(id: [UInt8], item: Item)] = []
        private var isShown = false

        fileprivate init(_ sequence: LiveListSequence) {
            pages = sequence.pages.makeAsyncIterator()
            order = sequence.order
            read = sequence.read
        }

        /// Waits for the list as it is after the next change.
        ///
        /// - Returns: The list; nil when the feed is over.
        /// - Throws: `NoteletError` as a watch does.
        public mutating func next() async throws(NoteletError) -> [Item]? {
            while let page = try await pages.next(), !page.isOver {
                if try take(page) { isShown = false }
                guard page.isUpToDate, !isShown else { continue }
                isShown = true
                guard let order else { return entries.reversed().map(\.item) }
                return entries.map(\.item).sorted(by: order)
            }
            return nil
        }

        /// Waits for the list as it is after the next change.
        ///
        /// - Parameter actor: The actor on which the caller runs.
        /// - Returns: The list; nil when the feed is over.
        /// - Throws: `NoteletError` as a watch does.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(NoteletError) -> [Item]? {
            try await next()
        }

        /// Applies the changes of a page, and tells whether there were any.
        private mutating func take(_ page: ChangePage) throws(NoteletError) -> Bool {
            var fresh: [(id: [UInt8], item: Item)] = []
            var touched: Set<[UInt8]> = []
            for case .shared(let change)? in page.changes.map(\.kind) {
                guard let change = try read(change) else { continue }
                if !touched.insert(change.id).inserted { fresh.removeAll { $0.id == change.id } }
                if let item = change.item { fresh.append((change.id, item)) }
            }
            guard !touched.isEmpty else { return false }
            entries.removeAll { touched.contains($0.id) }
            entries += fresh
            return true
        }
    }

    /// Begins with an empty list, and asks for the first page when a list is wanted.
    ///
    /// - Returns: What takes the lists.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(self)
    }
}

/// What a change does to a list.
package struct ListChange<Item: Sendable>: Sendable {
    let id: [UInt8]
    let item: Item?

    /// Puts an item in front of the list, in place of an earlier one of its id.
    package static func put(_ item: Item, id: [UInt8]) -> ListChange {
        ListChange(id: id, item: item)
    }

    /// Takes the item of an id out of the list.
    package static func delete(id: [UInt8]) -> ListChange { ListChange(id: id, item: nil) }
}

extension SharedChange {
    /// Reads what changed, as a message of the feature's contract.
    ///
    /// - Parameter message: The message.
    /// - Returns: The message; nil where the change is another one.
    /// - Throws: `NoteletError` with `protocolViolation`.
    package func read<Message: NamedMessage>(
        _ message: Message.Type
    ) throws(NoteletError) -> Message? {
        guard type == message.fullName else { return nil }
        do throws(ProtobufDecodingError) {
            return try ProtobufDecoder(limits: .replies).decode(message, from: value)
        } catch {
            throw NoteletError(.protocolViolation, "a change of a feed is no \(type)")
        }
    }
}
