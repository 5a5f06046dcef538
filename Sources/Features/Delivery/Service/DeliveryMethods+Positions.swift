internal import AccountRules
internal import AccountStorage
internal import DeliveryRules
internal import DeliveryStorage
internal import Domain
internal import NoteletAPI
internal import Records
internal import Serving

// Where agents are and were.
extension DeliveryMethods {
    func startTracking(_ method: DeliveryAPI.StartTracking) -> ServedMethod {
        endpoint.perform(
            method,
            for: .ordinary,
            observer: counts.deeds.counting(.trackingsStarted)
        ) { request, caller, _ throws(DomainError) in
            let id = try OrderID(request.orderID, field: "order_id")
            return { store, context throws(DomainError) in
                _ = try store.startTracking(with: id, by: caller, context)
            }
        }
    }

    func stopTracking(_ method: DeliveryAPI.StopTracking) -> ServedMethod {
        endpoint.perform(method, for: .vital) { request, caller, _ throws(DomainError) in
            let id = try OrderID(request.orderID, field: "order_id")
            return { store, context throws(DomainError) in
                try store.stopTracking(with: id, by: caller, context)
            }
        }
    }

    func updateLocations(_ method: DeliveryAPI.UpdateLocations) -> ServedMethod {
        endpoint.change(method, for: .ordinary, replyForm: .plain) {
            [endpoint, counts]
            request,
            caller,
            _ throws(DomainError) in
            let id = try OrderID(request.orderID, field: "order_id")
            let batch = try PositionBatch(
                request.locations.map { location in
                    (location.latitude, location.longitude, location.recordedAt.map { Instant($0) })
                }
            )
            let gate = endpoint.dependencies.limiter[.positions]
            try gate.pass(RateKey(caller.user), times: batch.count)
            return { store, context throws(DomainError) in
                let (keptCount, dropped) = try store.update(batch, with: id, by: caller, context)
                counts.positions.count(.accepted, times: keptCount)
                for (reason, count) in dropped {
                    counts.positions.count(PositionFate(reason), times: count)
                }
                return UpdateLocationsResponse(
                    accepted: Int32(clamping: keptCount),
                    dropped: Int32(clamping: batch.count - keptCount)
                )
            }
        }
    }

    func getLastLocation(_ method: DeliveryAPI.GetLastLocation) -> ServedMethod {
        endpoint.read(method) { request, caller, store, _ throws(DomainError) in
            let id = try OrderID(request.orderID, field: "order_id")
            let (position, isTracked) = try store.lastPosition(with: id, for: caller)
            return GetLastLocationResponse(
                location: position.map { Location($0) },
                isTracked: isTracked
            )
        }
    }

    func getRoute(_ method: DeliveryAPI.GetRoute) -> ServedMethod {
        ServedMethod(
            method,
            .stream { credentials, payload, stream throws(DomainError) in
                let (caller, request) = try endpoint.authenticator.identify(
                    credentials,
                    payload,
                    of: method
                )
                let id = try OrderID(request.orderID, field: "order_id")
                let route = try endpoint.dependencies.store.read { store throws(DomainError) in
                    try store.route(with: id, of: caller)
                }
                let source = RouteSource(route, of: caller, endpoint.dependencies)
                let pulled = PulledStream(stream: stream, source: source)
                pulled.start()
                return pulled
            }
        )
    }
}

extension GetRouteRequest: StreamedRequest {}

/// The way of somebody with an order, part by part.
///
/// Each part is a read of its own; the way ends with its session.
private struct RouteSource: PullSource {
    private let route: RouteName
    private let caller: Identity
    private let dependencies: ServiceDependencies
    private var place: Sequence?
    private var isOver = false

    /// As many as have 500 positions.
    private static let piecesPerPart = 4

    init(_ route: RouteName, of caller: Identity, _ dependencies: ServiceDependencies) {
        (self.route, self.caller) = (route, caller)
        self.dependencies = dependencies
    }

    mutating func pull() throws(DomainError) -> Pull {
        if isOver { return .end }
        let (route, session, start) = (route, caller.session, place)
        var part = GetRouteResponse()
        place = try dependencies.store.read { store throws(DomainError) in
            guard try store.hasSession(session) else { throw .refused(.notAuthenticated) }
            return try store.visitRoute(
                of: route,
                from: start,
                pieceCount: Self.piecesPerPart
            ) { positions in
                part.locations += positions.map { Location($0) }
            }
        }
        isOver = place == nil
        return part.locations.isEmpty ? .end : .message(encode(part))
    }

    /// None: a way ends by itself.
    func heartbeat() -> [UInt8]? { nil }
}

/// What becomes of a position that is told of.
enum PositionFate: CaseIterable {
    case accepted, future, tooOld, duplicate, late, tooNear

    init(_ drop: PositionDrop) {
        self =
            switch drop {
            case .future: .future
            case .tooOld: .tooOld
            case .duplicate: .duplicate
            case .late: .late
            case .tooNear: .tooNear
            }
    }
}

extension RateLimit {
    /// Ten times as many as a day of one each ten seconds has: those that wait in a telephone come
    /// once more where a reply is lost.
    static let positions = RateLimit(
        "Positions that one account tells of",
        of: .account,
        100_000,
        per: .day,
        option: "positions"
    )
}

extension Location {
    /// A position as it is told.
    init(_ position: Position) {
        let (latitude, longitude) = position.point.degrees
        self.init(
            latitude: latitude,
            longitude: longitude,
            recordedAt: Timestamp(position.moment)
        )
    }
}
