internal import Foundation
internal import NoteletClient
internal import NoteletInterface
internal import NoteletRemote
internal import ProtobufCoding

/// How the copy keeps things of one kind that people share.
struct SharedForm<Message: Codable & Sendable, Value: Sendable>: Sendable {
    /// What tells things of this kind from others in the same feed.
    let kind: SharedKind
    /// The id, by which there is one thing.
    let id: @Sendable (Message) -> [UInt8]
    /// The id of what it belongs to, and goes with; nil for nothing.
    var owner: @Sendable (Message) -> [UInt8]? = { _ in nil }
    /// Where it stands among its kind; nil where the last to come is the first.
    var sortKey: @Sendable (Message) -> [UInt8]? = { _ in nil }
    /// What applications see.
    let shown: @Sendable (Message) throws(AppError) -> Value
}

/// The kinds of things that people share, by the number that stands for each in the file.
enum SharedKind: Int64, Sendable {
    case item = 1
    case member = 2
    case post = 3
    case order = 4
    case chatText = 5
    case readMark = 6
    case ownMark = 7
}

/// What shared feeds are called.
enum SharedFeed {
    /// That of a collection of items.
    static func items(_ collection: String) -> String { "items/" + collection }

    /// That of a collection of members, with what was posted as them.
    static func directory(_ collection: String) -> String { "directory/" + collection }

    /// That of a pool of orders.
    static func orders(_ pool: String) -> String { "delivery/" + pool }

    /// That of what is said about an order.
    static func channel(of orderId: UUID) -> String {
        channelPrefix + orderId.uuidString.lowercased().filter { $0 != "-" }
    }

    /// The id of the order that a feed is the channel of; nil where it is another feed.
    static func orderID(ofChannel feed: String) -> [UInt8]? {
        guard feed.hasPrefix(channelPrefix) else { return nil }
        let digits = Array(feed.dropFirst(channelPrefix.count))
        guard digits.count == 32 else { return nil }
        var id: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = UInt8(String(digits[index...index + 1]), radix: 16) else {
                return nil
            }
            id.append(byte)
        }
        return id
    }

    private static let channelPrefix = "delivery-channel/"
}

/// A thing that people share, as it is kept.
struct SharedEntry: Hashable, Sendable {
    let kind: SharedKind
    let id: [UInt8]
    let owner: [UInt8]?
    let sortKey: [UInt8]?
    let body: [UInt8]

    /// Makes an entry of what can be shown.
    ///
    /// - Parameters:
    ///   - message: The thing.
    ///   - form: How its kind is kept.
    /// - Throws: `AppError`, `network` with `unknown` where it cannot be shown.
    init<Message, Value>(
        _ message: Message,
        as form: SharedForm<Message, Value>
    ) throws(AppError) {
        _ = try form.shown(message)
        kind = form.kind
        id = form.id(message)
        owner = form.owner(message)
        sortKey = form.sortKey(message)
        do throws(ProtobufEncodingError) {
            body = try ProtobufEncoder().encode(message)
        } catch {
            throw .network(.unknown)
        }
    }
}

/// What a change of a shared feed does to the copy.
enum SharedStep: Hashable, Sendable {
    /// The thing is so now.
    case put(SharedEntry)
    /// The thing of an id is gone, and with it what belongs to it.
    case delete([UInt8])
}

extension SharedStep {
    /// Reads a change; nil where it is none that is kept.
    ///
    /// - Parameters:
    ///   - change: What a page has.
    ///   - feed: The feed that tells it.
    /// - Throws: `AppError`, `network` with `unknown` where it is none of the contract's.
    init?(_ change: SharedChange, of feed: String) throws(AppError) {
        let step: SharedStep?
        if let change = try Self.read(ItemChange.self, of: change) {
            step = try change.step()
        } else if let change = try Self.read(DirectoryChange.self, of: change) {
            step = try change.step()
        } else if let change = try Self.read(OrderChange.self, of: change) {
            step = try change.step()
        } else if let change = try Self.read(ChannelChange.self, of: change) {
            step = try change.step(of: feed)
        } else {
            step = nil
        }
        guard let step else { return nil }
        self = step
    }

    private static func read<Message: NamedMessage>(
        _ message: Message.Type,
        of change: SharedChange
    ) throws(AppError) -> Message? {
        do throws(NoteletError) {
            return try change.read(message)
        } catch {
            throw .network(.unknown)
        }
    }
}
