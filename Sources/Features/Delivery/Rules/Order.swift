package import Domain

/// Something that is to be brought from one place to others, by one agent.
package struct Order: Equatable, Sendable {
    /// The number that it was given, which no other has; it never leaves the server.
    package let number: UInt64
    /// The id by which all know it.
    package let id: OrderID
    /// Where agents find it.
    package let pool: CollectionName
    /// What all agents may know.
    package let summary: String
    /// What carrying it out brings, in the smallest unit of money.
    package let fee: Int64
    /// What an operator called it.
    package let reference: [UInt8]
    /// When it was made.
    package let openedAt: Instant
    /// How it stands.
    package var status: OrderStatus
    /// Who has it, or had it at the end; nobody where none has.
    package var agent: UserNumber
    /// For whom it is; nobody where none was named, or that one has left.
    package var shopper: UserNumber
    /// When it was taken by that agent.
    package var takenAt: Instant?
    /// When it was completed or cancelled.
    package var closedAt: Instant?

    /// Gathers an order as it is stored.
    package init(
        number: UInt64,
        id: OrderID,
        pool: CollectionName,
        summary: String,
        fee: Int64,
        reference: [UInt8],
        openedAt: Instant,
        status: OrderStatus = .open,
        agent: UserNumber = .nobody,
        shopper: UserNumber = .nobody,
        takenAt: Instant? = nil,
        closedAt: Instant? = nil
    ) {
        self.number = number
        self.id = id
        self.pool = pool
        self.summary = summary
        self.fee = fee
        self.reference = reference
        self.openedAt = openedAt
        self.status = status
        self.agent = agent
        self.shopper = shopper
        self.takenAt = takenAt
        self.closedAt = closedAt
    }
}

/// The id of an order, the same for all.
package typealias OrderID = ObjectID<Order>

/// How an order stands.
package enum OrderStatus: UInt8, CaseIterable, Sendable {
    /// It can be taken.
    case open = 1
    /// An agent has it in hand.
    case inProgress = 2
    /// It was carried out.
    case completed = 3
    /// It was called off.
    case cancelled = 4

    /// Whether nothing becomes of it any more.
    package var isClosed: Bool { self == .completed || self == .cancelled }

    /// What refusals call it.
    var word: String { self == .inProgress ? "in_progress" : "\(self)" }
}

/// Where an order goes and for whom: only who has to know is shown it.
package struct OrderDetails: Equatable, Sendable {
    /// What the customer is called; may be empty.
    package let customer: String
    /// Where the customer is reached; may be empty.
    package let phone: String
    /// What else there is to know; may be empty.
    package let note: String
    /// Where it goes, in this order.
    package let stops: [OrderStop]

    /// Gathers details as they are stored.
    package init(storedCustomer customer: String, phone: String, note: String, stops: [OrderStop]) {
        self.customer = customer
        self.phone = phone
        self.note = note
        self.stops = stops
    }

    /// Checks details.
    ///
    /// - Throws: `invalidValue` of `customer`, `phone`, `note` and `stops`.
    package init(
        customer: String,
        phone: String,
        note: String,
        stops: [OrderStop]
    ) throws(DomainError) {
        self.customer = try ShortText.checked(
            customer,
            field: "customer",
            charactersMax: DomainLimits.customerCharactersMax
        )
        self.phone = try ShortText.checked(
            phone,
            field: "phone",
            charactersMax: DomainLimits.customerPhoneCharactersMax
        )
        self.note = try ShortText.checked(
            note,
            field: "note",
            charactersMax: DomainLimits.orderNoteCharactersMax
        )
        guard DomainLimits.stopsPerOrder ~= stops.count else {
            throw .invalid("stops", "\(DomainLimits.stopsPerOrder.words) stops")
        }
        for stop in stops { try stop.check() }
        self.stops = stops
        let texts = [customer, phone, note] + stops.map(\.address)
        guard texts.reduce(0, { $0 + $1.utf8.count }) <= DomainLimits.orderByteCountMax else {
            throw .invalid("stops", "\(DomainLimits.orderByteCountMax) bytes in all")
        }
    }

    /// Whether an order may have them that is stored.
    package var isLegal: Bool {
        let checked = try? OrderDetails(customer: customer, phone: phone, note: note, stops: stops)
        return checked == self
    }
}

/// A place to which an order goes, as it is stored.
package struct OrderStop: Codable, Equatable, Sendable {
    /// What is to be done there, by the number of the kind.
    package var kindNumber: UInt32
    /// Where it is.
    package var address: String
    /// Where that is on earth, in ten-millionths of degrees above the least there is, and one; both
    /// 0 where it is not said.
    private var north: UInt64
    private var east: UInt64

    /// The numbers under which its parts are stored; none is ever another.
    enum CodingKeys: Int, CodingKey {
        case kindNumber = 1
        case address = 2
        case north = 3
        case east = 4
    }

    /// Gathers a stop, which may break every rule but that of its point.
    package init(_ address: String, kindNumber: UInt32, at point: MapPoint? = nil) {
        self.address = address
        self.kindNumber = kindNumber
        north = point.map { UInt64(clamping: Int64($0.latitude) + Self.northOfPole) } ?? 0
        east = point.map { UInt64(clamping: Int64($0.longitude) + Self.eastOfDateLine) } ?? 0
    }

    /// Gathers a stop.
    package init(_ address: String, _ kind: StopKind, at point: MapPoint? = nil) {
        self.init(address, kindNumber: UInt32(kind.rawValue), at: point)
    }

    private static let northOfPole: Int64 = 900_000_001
    private static let eastOfDateLine: Int64 = 1_800_000_001

    /// Where it is on earth; nil where that is not said.
    package var point: MapPoint? {
        guard north > 0, east > 0 else { return nil }
        return MapPoint(
            storedLatitude: Int32(clamping: Int64(clamping: north) - Self.northOfPole),
            longitude: Int32(clamping: Int64(clamping: east) - Self.eastOfDateLine)
        )
    }

    /// What is to be done there; nil for none of the kinds.
    package var kind: StopKind? { UInt8(exactly: kindNumber).flatMap(StopKind.init) }

    /// Checks the stop.
    ///
    /// - Throws: `invalidValue` of `stops`.
    func check() throws(DomainError) {
        _ = try ShortText.title(address, field: "stops", DomainLimits.stopAddressCharacters)
        guard kind != nil else { throw .invalid("stops", "kinds of pickup or dropoff") }
        guard (north > 0) == (east > 0), point?.isLegal != false else {
            throw .invalid("stops", "points of the earth")
        }
    }
}

/// What is to be done at a stop.
package enum StopKind: UInt8, CaseIterable, Sendable {
    /// Something is fetched.
    case pickup = 1
    /// Something is handed over.
    case dropoff = 2
}

/// Something that happened to an order.
package struct OrderEvent: Equatable, Sendable {
    /// What.
    package let kind: OrderEventKind
    /// When.
    package let moment: Instant
    /// Who did it, or whom it was given to or taken from; nobody where none had to do with it.
    package let agent: UserNumber
    /// The operator who did it; empty where an agent did.
    package let operatorName: String
    /// Why; may be empty.
    package let reason: String

    /// Gathers an event.
    package init(
        _ kind: OrderEventKind,
        at moment: Instant,
        agent: UserNumber = .nobody,
        operatorName: String = "",
        reason: String = ""
    ) {
        self.kind = kind
        self.moment = moment
        self.agent = agent
        self.operatorName = operatorName
        self.reason = reason
    }
}

/// What can happen to an order.
package enum OrderEventKind: UInt8, CaseIterable, Sendable {
    /// It was made.
    case opened = 1
    /// An agent took it, or was given it.
    case taken = 2
    /// An agent gave it back, or it was taken from one.
    case released = 3
    /// It was carried out.
    case completed = 4
    /// It was called off.
    case cancelled = 5
}

/// What became of an order, as the feed of its pool tells it.
package enum OrderChange: Equatable, Sendable {
    /// It was made.
    case opened(Order)
    /// An agent has it.
    case taken(Order)
    /// It was given back, and is open again.
    case released(Order)
    /// It was completed or cancelled.
    case closed(Order)
}

extension CollectionKind {
    /// Pools of orders.
    package static let pools = CollectionKind(.pools, command: "delivery pool")
}

extension SharedFeed.Kind {
    /// Of a pool of orders.
    package static let pools = SharedFeed.Kind(rawValue: 4)
}
