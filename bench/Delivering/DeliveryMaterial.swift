import CommandLineInterface
import Locking
import NoteletAPI
import ProtobufCoding

/// What all who ask for something of delivery share.
///
/// `@unchecked Sendable`: where a rider is by now is used by one connection at a time, for each
/// rider belongs to one.
final class DeliveryMaterial: @unchecked Sendable {
    let cast: DeliveryCast
    let riderCount: Int
    /// What every request of an order to be opened has, without name and summary.
    let newOrder: [UInt8]
    /// How many positions each rider has told of.
    private let toldCounts: UnsafeMutableBufferPointer<Int64>

    /// Positions of one call.
    static let positionsPerCall = 50
    /// When the first position is, in milliseconds from the start of the tracking.
    ///
    /// That is nearly as early as is kept, since clocks may be wrong by a minute, and each further
    /// one is a millisecond later: none of them lies too far in the future.
    private static let firstOffset: Int64 = -50_000

    /// Methods, as their requests begin.
    static let accept = RequestTemplate(
        service: DeliveryAPI.acceptOrder.service,
        method: DeliveryAPI.acceptOrder.name
    )
    static let update = RequestTemplate(
        service: DeliveryAPI.updateLocations.service,
        method: DeliveryAPI.updateLocations.name
    )
    static let route = RequestTemplate(
        service: DeliveryAPI.getRoute.service,
        method: DeliveryAPI.getRoute.name,
        answer: .messages
    )
    static let create = RequestTemplate(
        service: DeliveryAdministrationAPI.createOrder.service,
        method: DeliveryAdministrationAPI.createOrder.name
    )

    /// Gathers what a store has.
    init(_ cast: DeliveryCast, riderCount: Int) throws {
        self.cast = cast
        self.riderCount = riderCount
        newOrder = try ProtobufEncoder().encode(
            CreateOrderRequest(
                pool: DeliveryPreload.watchedPool,
                fee: 3_500,
                detail: OrderDetail(
                    customer: "Kim",
                    phone: "010-0000-0000",
                    stops: [
                        OrderStop(kind: .pickup, address: "1 Kitchen Road"),
                        OrderStop(kind: .dropoff, address: "2 Table Street"),
                    ]
                )
            )
        )
        toldCounts = .allocate(capacity: riderCount)
        toldCounts.initialize(repeating: 0)
    }

    deinit {
        toldCounts.deallocate()
    }

    /// The next places of a rider: the number of the first one, of as many as a call has.
    func takePlaces(ofRiderAt rider: Int) -> Int64 {
        let first = toldCounts[rider]
        toldCounts[rider] = first + Int64(Self.positionsPerCall)
        return first
    }

    /// When a rider is at a place, in milliseconds since 1970.
    func moment(ofPlace place: Int64) -> Int64 {
        cast.trackedSince + Self.firstOffset + place
    }
}

/// The orders that one run may take, each handed out once, whichever connection asks.
final class OrderShare: Sendable {
    /// The ones that are handed out.
    let numbers: Range<Int>
    private let givenCount = Atomic<Int>(0)
    private let control: RunControl

    /// Hands out some orders; when none is left, the run ends.
    init(_ numbers: Range<Int>, _ control: RunControl) {
        self.numbers = numbers
        self.control = control
    }

    /// The next one; the last one again when none is left, after which nothing counts.
    func next() -> Int {
        let index = givenCount.add(1, ordering: .relaxed).oldValue
        if index >= numbers.count { control.endNow() }
        return numbers.lowerBound + min(index, numbers.count - 1)
    }
}
