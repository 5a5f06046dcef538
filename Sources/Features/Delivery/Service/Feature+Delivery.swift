internal import AccountRules
internal import DeliveryRules
internal import DeliveryStorage
internal import Domain
internal import NoteletAPI
internal import Records
package import Serving

/// What operators set of delivery.
package struct DeliverySettings: Sendable {
    /// For how many seconds after it was taken an agent may give an order back; 0 for never.
    package var releaseSeconds: Int64 = 0
    /// For how many days cash that is to be paid out is held.
    package var withdrawalDays: Int64 = 7
    /// For how many days positions are kept.
    package var positionDays = 30
    /// For how many days it is kept what is said about orders.
    package var chatDays = 90
    /// For how many days it is kept where orders went that are over.
    package var orderDays = 90

    /// Leaves everything as it is by default.
    package init() {}
}

extension FeatureSettings {
    /// What is set of delivery.
    package var delivery: DeliverySettings {
        get { self[DeliverySettings.self] ?? DeliverySettings() }
        set { self[DeliverySettings.self] = newValue }
    }
}

extension Feature {
    /// Orders with one winner, where their agents are, what is said about them, and the cash that
    /// they bring; operators switch it on.
    package static let delivery = Feature(
        "delivery",
        isOfferedByDefault: false,
        needs: ["ledger"],
        limits: [.orderDeeds, .withdrawals] + deliveryPositionLimits
    ) { dependencies in
        let counts = DeliveryCounts()
        let settings = dependencies.settings.delivery
        let terms = DeliveryTerms(
            releaseSeconds: settings.releaseSeconds,
            withdrawalDays: settings.withdrawalDays
        )
        var parts = FeatureParts { endpoint in
            DeliveryMethods(endpoint: endpoint, counts: counts, terms: terms).served
        } administration: { endpoint in
            DeliveryAdministrationMethods(endpoint: endpoint, counts: counts, terms: terms).served
        }
        parts.sharedFeeds = [poolFeeds] + deliveryFeedsOfPositionsAndChat
        parts.exportParts = exportsOfOrders + deliveryExportsOfPositionsAndChat
        parts.bar = { agent, person, store, context throws(DomainError) in
            _ = try store.giveBackAll(of: agent, by: person, context)
        }
        parts.jobs =
            [dependencies.cuttingFeeds(of: .pools, telling: OrderNews.self)]
            + deliveryJobsOfDays(dependencies)
        parts.metrics = counts.metrics
        return parts
    }

    /// The feeds of pools, which agents may follow.
    private static var poolFeeds: SharedFeedSource {
        SharedFeedSource("delivery") { name, reader, store throws(DomainError) in
            guard let name = try? CollectionName(name), try store.agent(reader.user) != nil else {
                return nil
            }
            return try store.collection(named: name, of: .pools)?.feed
        } change: { entry, feed, store throws(DomainError) in
            try store.orderChange(entry, of: feed).map { SharedChange(NoteletAPI.OrderChange($0)) }
        }
    }

    /// What is kept of somebody's orders, and of what somebody is as an agent; the cash is the
    /// ledger's to give.
    private static var exportsOfOrders: [ExportPart] {
        [
            .records(of: ExportedOrder.self, field: 17) { page, store, write throws(DomainError) in
                try store.visitOrders(
                    concerning: page.user,
                    before: page.place,
                    limit: page.limit
                ) { order throws(DomainError) in
                    let shown = try store.shown(order, to: page.user)
                    return write(ExportedOrder(order: NoteletAPI.Order(shown)))
                }
            },
            .records(of: ExportedOrderEvent.self, field: 20) {
                page,
                store,
                write throws(DomainError) in
                try store.visitEvents(with: page.user, behind: page.place, limit: page.limit) {
                    write(ExportedOrderEvent($1, of: $0))
                }
            },
            .records(of: NoteletAPI.Agent.self, field: 21) {
                page,
                store,
                write throws(DomainError) in
                if let agent = try store.agent(page.user) {
                    _ = write(NoteletAPI.Agent(agent, try store.ordersInHand(of: page.user)))
                }
                return nil
            },
        ]
    }
}

extension RateLimit {
    /// Far more than anybody carries out; each leaves an entry in a feed that many read.
    static let orderDeeds = RateLimit(
        "Orders that one account takes, completes and gives back",
        of: .account,
        2_000,
        per: .day,
        option: "order-deeds"
    )
    /// Operators pay by hand.
    static let withdrawals = RateLimit(
        "Withdrawals that one account asks for",
        of: .account,
        50,
        per: .day,
        option: "withdrawals"
    )
}

/// What is counted of delivery.
struct DeliveryCounts: Sendable {
    let deeds = CountedEvents<DeliveryDeed>(
        "notelet_delivery_total",
        "What people did with orders, on the way and in channels.",
        by: "deed"
    )
    let positions = CountedEvents<PositionFate>(
        "notelet_delivery_positions_total",
        "Positions that came, by what became of them.",
        by: "fate"
    )

    var metrics: [FeatureMetric] { [deeds.metric, positions.metric] }
}

/// What people do of which is counted how often.
enum DeliveryDeed: CaseIterable {
    case ordersAccepted, ordersCompleted, ordersReleased
    case withdrawalsRequested
    case trackingsStarted, messagesSent
}
