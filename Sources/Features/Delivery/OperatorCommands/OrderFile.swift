import CommandLineInterface
import Domain
import NoteletAPI
import OperatorCommands

/// A file with orders that are to be made.
enum OrderFile {
    /// A line, for who writes another one.
    static let example = """
        {"reference": "2026-11-27-001", "pool": "north", "summary": "Noodles for two", \
        "fee": 3500, "customer": "Kim", "stops": [{"kind": "pickup", "address": "1 Kitchen Road"}, \
        {"kind": "dropoff", "address": "2 Table Street", "point": "37.5665,126.978"}]}
        """

    /// What a line says of an order.
    private struct Line: Decodable {
        var reference: String
        var pool: String
        var summary: String
        var fee: Int64
        var customer: String?
        var phone: String?
        var note: String?
        var stops: [Stop]
        var shopper: String?

        struct Stop: Decodable {
            var kind: String
            var address: String
            var point: String?

            var message: OrderStop? {
                guard let kind = StopKind(plainName: kind) else { return nil }
                var stop = OrderStop(kind: kind, address: address)
                if let point {
                    guard let read = GeoPoint(text: point) else { return nil }
                    stop.point = read
                }
                return stop
            }
        }

        var request: CreateOrderRequest? {
            var shopperID: [UInt8] = []
            if let shopper {
                guard let id = OpaqueID(uuid: shopper) else { return nil }
                shopperID = id.bytes
            }
            let messages = stops.compactMap(\.message)
            guard messages.count == stops.count else { return nil }
            return CreateOrderRequest(
                pool: pool,
                reference: Array(reference.utf8),
                summary: summary,
                fee: fee,
                detail: OrderDetail(
                    customer: customer ?? "",
                    phone: phone ?? "",
                    note: note ?? "",
                    stops: messages
                ),
                shopperID: shopperID
            )
        }
    }

    /// Reads the orders of a file.
    ///
    /// - Throws: `CommandFailure` that says what is wrong, and in which line.
    static func orders(in path: String) throws -> [CreateOrderRequest] {
        try InputFile(path: path).records(like: example) { (line: Line) in line.request }
    }
}

extension GeoPoint {
    /// Reads degrees north and degrees east with a comma between them; nil for anything else.
    init?(text: String) {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
            .map { Double($0.filter { $0 != " " }) }
        guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] else {
            return nil
        }
        self.init(latitude: latitude, longitude: longitude)
    }

    /// The point as a file has it.
    var text: String { "\(latitude),\(longitude)" }
}
