internal import DeliveryRules
internal import Domain
internal import Records
internal import StorageEngine

// What the keys of orders are made of. They may be made of any bytes; rows hold that these are such
// as the server writes.

/// An order among those that stand alike: by the number of the status, then by its own.
struct StatusPlace: TwoPartKey {
    let status: UInt8
    let number: UInt64

    init(_ status: UInt8, _ number: UInt64) {
        (self.status, self.number) = (status, number)
    }

    init(_ status: OrderStatus, _ number: UInt64) {
        self.init(status.rawValue, number)
    }

    var pair: (UInt8, UInt64) { (status, number) }

    /// Both in one number, for a cursor.
    var sealed: Sequence { Sequence(UInt64(status) << Self.numberBitCount | number) }

    /// Takes apart what a cursor holds.
    init(sealed: Sequence) {
        status = UInt8(truncatingIfNeeded: sealed.rawValue >> Self.numberBitCount)
        number = sealed.rawValue & (1 << Self.numberBitCount - 1)
    }

    private static let numberBitCount: UInt64 = 56
}

/// An order of a pool, among those that stand alike.
struct PoolPlace: TwoPartKey {
    let feed: SharedFeed
    let place: StatusPlace

    init(_ feed: SharedFeed, _ place: StatusPlace) {
        (self.feed, self.place) = (feed, place)
    }

    var pair: (SharedFeed, StatusPlace) { (feed, place) }
}

/// An order of somebody's, among those that stand alike.
struct AgentOrderPlace: TwoPartKey {
    let person: UserNumber
    let place: StatusPlace

    init(_ person: UserNumber, _ place: StatusPlace) {
        (self.person, self.place) = (person, place)
    }

    var pair: (UserNumber, StatusPlace) { (person, place) }
}

/// An order that is for somebody.
struct ShopperOrderPlace: TwoPartKey {
    let person: UserNumber
    let number: UInt64

    init(_ person: UserNumber, _ number: UInt64) {
        (self.person, self.number) = (person, number)
    }

    var pair: (UserNumber, UInt64) { (person, number) }
}

/// What happened to an order, by the how manieth it is.
struct EventPlace: TwoPartKey {
    var order: UInt64
    var number: UInt64

    init(_ order: UInt64, _ number: UInt64) {
        (self.order, self.number) = (order, number)
    }

    var pair: (UInt64, UInt64) { (order, number) }

    /// Both in one number, for a cursor, which leads behind the whole order where so much happened
    /// to it that there is no room.
    var sealed: Sequence {
        Sequence(order << Self.numberBitCount | min(number, Self.numberMax))
    }

    /// Takes apart what a cursor holds.
    init(sealed: Sequence) {
        order = sealed.rawValue >> Self.numberBitCount
        number = sealed.rawValue & Self.numberMax
        if number == Self.numberMax { number = .max }
    }

    private static let numberBitCount: UInt64 = 24
    private static let numberMax: UInt64 = 1 << numberBitCount - 1
}

/// What happened to an order with somebody.
struct AgentEventPlace: TwoPartKey {
    let person: UserNumber
    let event: EventPlace

    init(_ person: UserNumber, _ event: EventPlace) {
        (self.person, self.event) = (person, event)
    }

    var pair: (UserNumber, EventPlace) { (person, event) }
}

extension KeyRange {
    /// The orders of a pool that stand alike, before one.
    static func before(
        _ place: Sequence?,
        of feed: SharedFeed,
        _ status: OrderStatus
    ) -> KeyRange {
        var range = KeyRange(prefix: TwoParts<SharedFeed, UInt8>.key(feed, status.rawValue))
        if let place {
            range.upper = PoolPlace(feed, StatusPlace(status, place.rawValue)).storedKey
        }
        return range
    }

    /// The orders of somebody that stand alike, before one.
    static func before(
        _ place: Sequence?,
        of person: UserNumber,
        _ status: OrderStatus
    ) -> KeyRange {
        var range = KeyRange(prefix: TwoParts<UserNumber, UInt8>.key(person, status.rawValue))
        if let place {
            range.upper = AgentOrderPlace(person, StatusPlace(status, place.rawValue)).storedKey
        }
        return range
    }
}
