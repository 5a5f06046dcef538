internal import AccountRules
internal import DeliveryRules
internal import DeliveryStorage
internal import Domain
internal import NoteletAPI
internal import Records
internal import Serving

// What the feature does for positions and chat, beside its methods.
extension Feature {
    /// What may be told only so often.
    static var deliveryPositionLimits: [RateLimit] { [.positions, .chatMessages] }

    /// The feeds of channels, for those who are there, and of agents, for each the own one.
    static var deliveryFeedsOfPositionsAndChat: [SharedFeedSource] {
        [
            SharedFeedSource(
                "delivery-channel",
                feed: { name, reader, store throws(DomainError) in
                    guard let id = OpaqueID(hexadecimal: name),
                        let order = try store.order(OrderID(id)),
                        try store.role(of: reader.user, in: order) != nil
                    else { return nil }
                    return .ofChannel(order.number)
                },
                change: { entry, feed, store throws(DomainError) in
                    try store.channelChange(entry, of: feed).map { SharedChange($0) }
                }
            ),
            SharedFeedSource(
                "delivery-agent",
                feed: { name, reader, store throws(DomainError) in
                    guard name == "own", try store.agent(reader.user) != nil else { return nil }
                    return .ofAgent(reader.user)
                },
                change: { entry, feed, store throws(DomainError) in
                    guard let passage = try store.passage(entry, of: feed) else { return nil }
                    let order = try store.order(numbered: passage.order)
                    return SharedChange(AgentChange(passage, with: order?.id))
                }
            ),
        ]
    }

    /// The ways of somebody, what that one was told of geofences, and what somebody said.
    static var deliveryExportsOfPositionsAndChat: [ExportPart] {
        [
            .records(of: ExportedRoute.self, field: 18) { page, store, write throws(DomainError) in
                try store.visitPieces(of: page.user, behind: page.place, limit: page.limit) {
                    route,
                    positions throws(DomainError) in
                    let order = try store.order(numbered: route.order)
                    return write(
                        ExportedRoute(
                            orderID: order?.id.opaque.bytes ?? [],
                            locations: positions.map { Location($0) }
                        )
                    )
                }
            },
            .records(of: NoteletAPI.ChatMessage.self, field: 19) {
                page,
                store,
                write throws(DomainError) in
                try store.visitMessages(
                    saidBy: page.user,
                    before: page.place,
                    limit: page.limit
                ) { write(NoteletAPI.ChatMessage($0, to: page.user)) }
            },
            .records(of: AgentChange.self, field: 22) { page, store, write throws(DomainError) in
                try store.visitPassages(of: page.user, before: page.place, limit: page.limit) {
                    passage throws(DomainError) in
                    let order = try store.order(numbered: passage.order)
                    return write(AgentChange(passage, with: order?.id))
                }
            },
        ]
    }

    /// Forgets where agents were, what was said, and where orders went, each some days later.
    static func deliveryJobsOfDays(
        _ dependencies: ServiceDependencies
    ) -> [HousekeepingJob] {
        // A clock that is ahead must not delete what is not that old.
        let firstDay: @Sendable (Int) -> UInt32 = { dayCount in
            let today = min(dependencies.clock.now(), dependencies.lived.now()).dayNumber
            return today - min(today, UInt32(clamping: dayCount))
        }
        let settings = dependencies.settings.delivery
        let (positionDays, chatDays) = (settings.positionDays, settings.chatDays)
        let orderDays = settings.orderDays
        return [
            dependencies.clearing("position-clearing") { store throws(DomainError) in
                try store.hasPositions(before: firstDay(positionDays))
            } piece: { store, countMax throws(DomainError) in
                try store.clearPositions(before: firstDay(positionDays), recordCountMax: countMax)
            },
            dependencies.clearing("chat-clearing") { store throws(DomainError) in
                try store.hasMessages(before: firstDay(chatDays))
            } piece: { store, countMax throws(DomainError) in
                try store.clearMessages(before: firstDay(chatDays), recordCountMax: countMax)
            },
            dependencies.clearing("order-clearing") { store throws(DomainError) in
                try store.hasOrders(closedBefore: firstDay(orderDays))
            } piece: { store, countMax throws(DomainError) in
                try store.forgetOrders(closedBefore: firstDay(orderDays), recordCountMax: countMax)
            },
        ]
    }
}

extension OpaqueID {
    /// Reads an id from 32 hexadecimal digits; nil for anything else.
    fileprivate init?(hexadecimal text: String) {
        let digits = Array(text.utf8)
        let isHexadecimal = digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
        guard digits.count == 2 * OpaqueID.byteCount, isHexadecimal,
            let high = UInt64(text.prefix(16), radix: 16),
            let low = UInt64(text.suffix(16), radix: 16)
        else { return nil }
        self.init(high: high, low: low)
    }
}

extension SharedChange {
    /// What became of a channel, for all who are there.
    fileprivate init(_ change: DeliveryRules.ChannelChange) {
        let kind: NoteletAPI.ChannelChange.Kind =
            switch change {
            case .said(let message): .message(NoteletAPI.ChatMessage(message))
            case .read(let mark): .read(NoteletAPI.ReadMark(mark))
            }
        self.init(NoteletAPI.ChannelChange(kind: kind))
    }
}

extension AgentChange {
    /// That a geofence was passed, for the agent.
    fileprivate init(_ passage: DeliveryRules.GeofencePassage, with order: OrderID?) {
        let shown = NoteletAPI.GeofencePassage(
            geofence: passage.geofence.text,
            orderID: order?.opaque.bytes ?? [],
            location: Location(passage.position)
        )
        self.init(kind: passage.isEntry ? .entered(shown) : .left(shown))
    }
}
