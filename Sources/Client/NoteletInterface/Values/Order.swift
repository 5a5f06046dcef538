public import Foundation

/// Something that is to be brought somewhere, and that one agent brings.
public struct Order: Hashable, Identifiable, Sendable {
    /// The id of the order.
    public let id: UUID
    /// The name of the pool in which it is.
    public let pool: String
    /// How it stands.
    public let status: Status
    /// What all agents may know of it.
    public let summary: String
    /// What it brings, in the smallest unit of money.
    public let fee: Int
    /// When it was opened.
    public let openedAt: Date
    /// When the agent who has it took it; nil where nobody has.
    public let takenAt: Date?
    /// When it was completed or cancelled; nil as long as it is neither.
    public let closedAt: Date?
    /// Whether the account has it, or had it at the end.
    public let isOwn: Bool
    /// Where it goes and for whom; nil where that is not for the account to see.
    public let detail: Detail?
    /// What the agent is called who has it, for whom the order is; empty for all others.
    public let agentName: String

    /// How orders stand.
    public enum Status: String, Hashable, CaseIterable, Sendable {
        /// Agents can take it.
        case open
        /// An agent has it.
        case inProgress
        /// It was carried out, and paid for.
        case completed
        /// It was called off.
        case cancelled
        /// In a way that this version does not know.
        case unknown
    }

    /// Where an order goes, and for whom.
    public struct Detail: Hashable, Sendable {
        /// What the customer is called; may be empty.
        public let customer: String
        /// Where the customer is reached; may be empty.
        public let phone: String
        /// What else there is to know; may be empty.
        public let note: String
        /// Where it goes, in this order.
        public let stops: [Stop]

        /// Creates the picture of it.
        ///
        /// - Parameters:
        ///   - customer: What the customer is called.
        ///   - phone: Where the customer is reached.
        ///   - note: What else there is to know.
        ///   - stops: Where it goes.
        public init(customer: String = "", phone: String = "", note: String = "", stops: [Stop]) {
            self.customer = customer
            self.phone = phone
            self.note = note
            self.stops = stops
        }
    }

    /// A place to which an order goes.
    public struct Stop: Hashable, Sendable {
        /// What is done there.
        public let kind: Kind
        /// Where it is, in words.
        public let address: String
        /// Where it is, in degrees north; nil where nobody said.
        public let latitude: Double?
        /// Where it is, in degrees east; nil where nobody said.
        public let longitude: Double?

        /// What is done at a place.
        public enum Kind: String, Hashable, CaseIterable, Sendable {
            /// Something is fetched.
            case pickup
            /// It is handed over.
            case dropoff
            /// Something that this version does not know.
            case unknown
        }

        /// Creates a place's picture.
        ///
        /// - Parameters:
        ///   - kind: What is done there.
        ///   - address: Where it is, in words.
        ///   - latitude: Where it is, in degrees north.
        ///   - longitude: Where it is, in degrees east.
        public init(
            kind: Kind,
            address: String,
            latitude: Double? = nil,
            longitude: Double? = nil
        ) {
            self.kind = kind
            self.address = address
            self.latitude = latitude
            self.longitude = longitude
        }
    }

    /// Creates an order's picture.
    ///
    /// - Parameters:
    ///   - id: The id of the order.
    ///   - pool: The name of the pool in which it is.
    ///   - status: How it stands.
    ///   - summary: What all agents may know of it.
    ///   - fee: What it brings.
    ///   - openedAt: When it was opened.
    ///   - takenAt: When the agent who has it took it.
    ///   - closedAt: When it was completed or cancelled.
    ///   - isOwn: Whether the account has it, or had it at the end.
    ///   - detail: Where it goes and for whom.
    ///   - agentName: What the agent is called who has it.
    public init(
        id: UUID,
        pool: String,
        status: Status = .open,
        summary: String,
        fee: Int,
        openedAt: Date,
        takenAt: Date? = nil,
        closedAt: Date? = nil,
        isOwn: Bool = false,
        detail: Detail? = nil,
        agentName: String = ""
    ) {
        self.id = id
        self.pool = pool
        self.status = status
        self.summary = summary
        self.fee = fee
        self.openedAt = openedAt
        self.takenAt = takenAt
        self.closedAt = closedAt
        self.isOwn = isOwn
        self.detail = detail
        self.agentName = agentName
    }

    /// Whether an agent can ask for it.
    public var isOpen: Bool { status == .open }

    /// Whether the account has it in hand, and can carry it out.
    public var isInHand: Bool { isOwn && status == .inProgress }
}

/// Whom an operator lets take orders.
public struct Agent: Hashable, Sendable {
    /// What the agent is called.
    public let name: String
    /// Since when.
    public let since: Date
    /// How many orders the agent has in hand.
    public let ordersInHand: Int

    /// Creates an agent's picture.
    ///
    /// - Parameters:
    ///   - name: What the agent is called.
    ///   - since: Since when.
    ///   - ordersInHand: How many orders the agent has in hand.
    public init(name: String, since: Date, ordersInHand: Int) {
        self.name = name
        self.since = since
        self.ordersInHand = ordersInHand
    }
}

/// An order that was carried out, and what that brought, once, however often it was said.
public struct CompletedOrder: Hashable, Sendable {
    /// The order.
    public let order: Order
    /// What it brought.
    public let settled: Int
    /// What the account has of cash now.
    public let balance: MCash

    /// Creates the picture of it.
    ///
    /// - Parameters:
    ///   - order: The order.
    ///   - settled: What it brought.
    ///   - balance: What the account has of cash now.
    public init(order: Order, settled: Int, balance: MCash) {
        self.order = order
        self.settled = settled
        self.balance = balance
    }
}
