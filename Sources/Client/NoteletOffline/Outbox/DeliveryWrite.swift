internal import Foundation
internal import NoteletClient
internal import NoteletInterface
internal import NoteletRemote
internal import SQLite

/// A write of delivery as the service takes it.
///
/// What is said, and where somebody was, waits in lanes of its order: messages go out as they were
/// written, and positions before the end of their tracking.
enum DeliveryWrite: Hashable, Sendable {
    case sendText(SendTextRequest)
    case markRead(MarkReadRequest)
    case updateLocations(UpdateLocationsRequest)
    case stopTracking(StopTrackingRequest)

    /// The method that it is a request of.
    var method: MethodSummary {
        switch self {
        case .sendText: DeliveryAPI.sendText.summary
        case .markRead: DeliveryAPI.markRead.summary
        case .updateLocations: DeliveryAPI.updateLocations.summary
        case .stopTracking: DeliveryAPI.stopTracking.summary
        }
    }

    /// All methods that a write can be of.
    static let methods = [
        DeliveryAPI.sendText.summary, DeliveryAPI.markRead.summary,
        DeliveryAPI.updateLocations.summary, DeliveryAPI.stopTracking.summary,
    ]

    /// What it waits for and holds up.
    var lane: [UInt8] {
        switch self {
        case .sendText: orderID + [UInt8]("chat".utf8)
        case .markRead: orderID + [UInt8]("mark".utf8)
        case .updateLocations, .stopTracking: orderID + [UInt8]("way".utf8)
        }
    }

    /// The id of the order that it is for.
    var orderID: [UInt8] {
        switch self {
        case .sendText(let request): request.orderID
        case .markRead(let request): request.orderID
        case .updateLocations(let request): request.orderID
        case .stopTracking(let request): request.orderID
        }
    }

    /// The same with another text; nil where it has none.
    func saying(_ content: String) -> DeliveryWrite? {
        guard case .sendText(var request) = self else { return nil }
        request.text = content
        return .sendText(request)
    }

    /// Whether there is nothing left to be done where the service says no for a reason: where
    /// somebody was, and has read, is of no use to who is not asked for it any more.
    func isVoid(for reason: RefusalReason) -> Bool {
        switch (self, reason) {
        case (.sendText, _): false
        case (_, .orderNotFound), (_, .notYourOrder), (_, .notTracking), (_, .notInChannel): true
        default: false
        }
    }

    /// Reads the write that a method and its request are.
    ///
    /// - Parameters:
    ///   - method: The method, as the outbox has it.
    ///   - request: The request.
    ///   - tables: Read it.
    /// - Throws: `SQLiteError` where it is none.
    init?(
        of method: String,
        request: [UInt8],
        by tables: CopyTables
    ) throws(SQLiteError) {
        switch method {
        case DeliveryAPI.sendText.summary.description:
            self = .sendText(try tables.decoded(SendTextRequest.self, from: request))
        case DeliveryAPI.markRead.summary.description:
            self = .markRead(try tables.decoded(MarkReadRequest.self, from: request))
        case DeliveryAPI.updateLocations.summary.description:
            self = .updateLocations(try tables.decoded(UpdateLocationsRequest.self, from: request))
        case DeliveryAPI.stopTracking.summary.description:
            self = .stopTracking(try tables.decoded(StopTrackingRequest.self, from: request))
        default: return nil
        }
    }

    /// The bytes of its request.
    func encoded(by tables: CopyTables) throws(SQLiteError) -> [UInt8] {
        switch self {
        case .sendText(let request): try tables.encoded(request)
        case .markRead(let request): try tables.encoded(request)
        case .updateLocations(let request): try tables.encoded(request)
        case .stopTracking(let request): try tables.encoded(request)
        }
    }
}

/// What the service said to a write of delivery that it took.
enum DeliveryReply: Sendable {
    /// Something was said.
    case said(NoteletAPI.ChatMessage)
    /// The account has read what is said about the order of an id.
    case read(MarkReadResponse, orderID: [UInt8])
    /// It was done with the order of an id, of which nothing is kept.
    case done(orderID: [UInt8])

    /// The id of the order.
    var id: [UInt8] {
        switch self {
        case .said(let message): message.orderID
        case .read(_, let id), .done(let id): id
        }
    }
}

extension DeliveryWrite {
    /// Sends it once; the connection repeats it under the same key as often as it takes.
    ///
    /// - Parameters:
    ///   - notelet: The connection.
    ///   - key: What names the intention.
    /// - Returns: What the service said.
    /// - Throws: `NoteletError`.
    func send(by notelet: Notelet, key: IdempotencyKey) async throws(NoteletError) -> DeliveryReply
    {
        switch self {
        case .sendText(let request):
            let said = try await notelet.sendText(
                orderID: request.orderID,
                clientID: request.clientID,
                text: request.text,
                idempotencyKey: key
            )
            guard said.orderID == request.orderID else { throw .invalidReply }
            return .said(said)
        case .markRead(let request):
            let response = try await notelet.markRead(
                orderID: request.orderID,
                number: request.number,
                idempotencyKey: key
            )
            return .read(response, orderID: request.orderID)
        case .updateLocations(let request):
            _ = try await notelet.updateLocations(
                orderID: request.orderID,
                locations: request.locations,
                idempotencyKey: key
            )
            return .done(orderID: request.orderID)
        case .stopTracking(let request):
            try await notelet.stopTracking(orderID: request.orderID, idempotencyKey: key)
            return .done(orderID: request.orderID)
        }
    }
}

extension DeliveryWrite {
    /// What applications see of an entry that it is of; nil where it cannot be shown.
    func kind(of entry: OutboxEntry) -> PendingWrite.Kind? {
        switch self {
        case .sendText: entry.text(above: 0, as: .unknown).map { .sendText($0) }
        case .markRead(let request):
            UUID(optional: request.orderID).map { .markRead(upTo: request.number, orderId: $0) }
        case .updateLocations(let request):
            UUID(optional: request.orderID).map { orderId in
                let locations = request.locations.map { NoteletInterface.Location($0) }
                return .updateLocations(locations, orderId: orderId)
            }
        case .stopTracking(let request):
            UUID(optional: request.orderID).map { .stopTracking(orderId: $0) }
        }
    }
}
