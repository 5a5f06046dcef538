/// What a store has of delivery: the ids of its orders, side by side as they travel.
struct DeliveryCast: Sendable {
    /// Open orders, which nobody has had.
    let orders: [UInt8]
    /// The order of each rider with which the rider is on the way.
    let ways: [UInt8]
    /// The order of each of the first riders that has the way of a day.
    let routes: [UInt8]
    /// Since when the riders are tracked, in milliseconds since 1970.
    let trackedSince: Int64
    /// How many positions the way of a day has.
    let positionsPerRoute: Int

    /// Bytes of an id.
    static let idByteCount = 16

    /// How many orders are open.
    var orderCount: Int { orders.count / Self.idByteCount }
    /// How many riders have the way of a day.
    var routeCount: Int { routes.count / Self.idByteCount }

    /// Lends one of some ids.
    @inline(__always)
    static func withID<Value>(
        _ index: Int,
        of ids: [UInt8],
        _ body: (UnsafeRawBufferPointer) -> Value
    ) -> Value {
        let start = index * idByteCount
        return ids.withUnsafeBytes {
            body(UnsafeRawBufferPointer(rebasing: $0[start..<start + idByteCount]))
        }
    }
}
