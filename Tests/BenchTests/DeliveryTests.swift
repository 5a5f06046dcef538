import Foundation
import NoteletAPI
import ProtobufCoding
import TTRPC
import TestSupport
import Testing

@testable import notelet_bench

@Suite("Delivery")
struct DeliveryTests {
    private let material: DeliveryMaterial
    private let shared: CallMaterial
    private static let riderCount = 6

    init() throws {
        func ids(_ first: UInt8, _ count: Int) -> [UInt8] {
            (0..<count).flatMap { [UInt8](repeating: first + UInt8($0), count: 16) }
        }
        let cast = DeliveryCast(
            orders: ids(100, 12),
            ways: ids(50, Self.riderCount),
            routes: ids(1, 2),
            trackedSince: 1_700_000_000_123,
            positionsPerRoute: 3
        )
        material = try DeliveryMaterial(cast, riderCount: Self.riderCount)
        shared = try CallMaterial(Self.plan, model: nil)
    }

    private static var plan: LoadPlan {
        let users = (0..<riderCount).map { index in
            Population.User(
                number: UInt64(index + 1),
                link: "link",
                accessToken: "token\(index)",
                receivedCount: 0
            )
        }
        return LoadPlan.sends(
            PreloadPlan(
                userCount: riderCount,
                messageCount: 0,
                corpus: Corpus(generatedByteCount: 20),
                seed: 1
            ),
            among: Population(users: users, expiresAt: 0),
            to: .tcp(host: "127.0.0.1", port: 1),
            seconds: 1
        )
    }

    @Test("Each order is taken once, by riders in turn, until none is left")
    func accepts() throws {
        let control = RunControl(drainNanoseconds: 0)
        control.begin(at: 0, warmUp: 0, duration: .max / 2)
        let share = OrderShare(2..<5, control)
        var caller = AcceptCaller(material, shared, share)
        for number in [2, 3, 4] {
            let call = try sent { caller.makeCall(&$0, sequence: number, start: 0) }
            #expect(call.method == "AcceptOrder" && call.rider == "Bearer token\(number)")
            let request = try ProtobufDecoder().decode(AcceptOrderRequest.self, from: call.payload)
            #expect(request.id == [UInt8](repeating: 100 + UInt8(number), count: 16))
            #expect(control.end == UInt64.max / 2)
        }
        // One more asks for the last one again, as the rider who has it, and the run is over.
        let last = try sent { caller.makeCall(&$0, sequence: 5, start: 0) }
        #expect(last.rider == "Bearer token4" && control.end < UInt64.max / 2)
    }

    @Test("Positions of a rider go on from call to call, and are told of over one connection")
    func positions() throws {
        var caller = PositionCaller(material, shared, connection: 1, of: 4)
        var calls: [(rider: String, request: UpdateLocationsRequest)] = []
        for sequence in 0..<4 {
            let call = try sent { caller.makeCall(&$0, sequence: sequence, start: 0) }
            #expect(call.method == "UpdateLocations")
            let request = try ProtobufDecoder().decode(
                UpdateLocationsRequest.self,
                from: call.payload
            )
            #expect(request.locations.count == 50)
            calls.append((call.rider ?? "", request))
        }
        let riders = [1, 5, 1, 5]
        #expect(calls.map(\.rider) == riders.map { "Bearer token\($0)" })
        let orders = riders.map { [UInt8](repeating: UInt8(50 + $0), count: 16) }
        #expect(calls.map(\.request.orderID) == orders)
        let way = calls[0].request.locations + calls[2].request.locations
        let moments = way.compactMap(\.recordedAt).map { moment in
            moment.seconds * 1_000 + Int64(moment.nanos) / 1_000_000
        }
        let first: Int64 = 1_700_000_000_123 - 50_000
        #expect(moments == (0..<100).map { first + $0 })
        // So much of a degree to the north is 16 m.
        for (place, next) in zip(way, way.dropFirst()) {
            #expect(next.latitude - place.latitude > 0.000_147)
        }
    }

    @Test("What is opened is found among what a pool tells, by its stamp")
    func openings() throws {
        var caller = OpeningCaller(material)
        var references: Set<[UInt8]> = []
        for start: UInt64 in [7, 9] {
            let call = try sent { caller.makeCall(&$0, sequence: 0, start: start) }
            #expect(call.method == "CreateOrder" && call.rider == nil)
            let new = try ProtobufDecoder().decode(CreateOrderRequest.self, from: call.payload)
            #expect(new.pool == "watched" && new.fee == 3_500 && new.detail?.stops.count == 2)
            references.insert(new.reference)
            let order = Order(
                id: Array(0..<16),
                pool: new.pool,
                status: .open,
                summary: new.summary,
                fee: new.fee,
                openedAt: Timestamp(seconds: 1_700_000_000)
            )
            let page = ChangePage(
                changes: [try shared(.taken(order)), try shared(.opened(order))],
                cursor: [1],
                isUpToDate: true,
                feed: "delivery/watched"
            )
            var stamps: [Stamp?] = []
            let isUpToDate = try ProtobufEncoder().encode(page).withUnsafeBytes { bytes in
                PageCheck.forEachArrival(in: bytes, ofPool: true) {
                    stamps.append(Stamp(endOf: $0))
                }
            }
            #expect(stamps.map(\.?.start) == [start] && isUpToDate == true)
        }
        #expect(references.count == 2)
    }

    private func shared(_ kind: OrderChange.Kind) throws -> Change {
        let value = try ProtobufEncoder().encode(OrderChange(kind: kind))
        return Change(kind: .shared(SharedChange(type: OrderChange.fullName, value: value)))
    }

    @Test("A way ends with a message that says so, and has to be whole")
    func routes() throws {
        var caller = RouteCaller(material, shared, connection: 0)
        let call = try sent { caller.makeCall(&$0, sequence: 0, start: 0) }
        #expect(call.method == "GetRoute")
        let part = try ProtobufEncoder().encode(
            GetRouteResponse(locations: [Location(latitude: 1), Location(latitude: 2)])
        )
        let rest = try ProtobufEncoder().encode(
            GetRouteResponse(locations: [Location(latitude: 3)])
        )
        let whole = frame(3, 3, 0, part) + frame(3, 3, 0, rest) + frame(3, 3, 5, [])
        let short = frame(5, 3, 0, rest) + frame(5, 3, 1, rest)
        let refused = frame(7, 3, 0, part) + frame(7, 2, 0, [0x0A, 2, 0x08, 5])
        let bytes = whole + short + refused
        var answers: [String] = []
        try bytes.withUnsafeBytes { bytes in
            var left = bytes
            while let (sequence, reply) = try caller.nextReply(in: &left) {
                switch caller.answer(to: Call(operation: .send, user: 0), in: reply) {
                case .receipt: answers.append("\(sequence) whole")
                case .failed(let failure): answers.append("\(sequence) \(failure)")
                default: answers.append("\(sequence) ?")
                }
            }
            #expect(left.isEmpty)
        }
        #expect(answers == ["1 whole", "2 wrong answer", "3 NOT_FOUND"])
    }

    /// A frame of the server.
    private func frame(_ stream: UInt8, _ type: UInt8, _ flags: UInt8, _ body: [UInt8]) -> [UInt8] {
        [0, 0, UInt8(body.count >> 8), UInt8(body.count & 0xFF), 0, 0, 0, stream, type, flags]
            + body
    }

    /// A call as it was sent.
    private struct Sent {
        let method: String
        let rider: String?
        let payload: [UInt8]
    }

    private func sent(_ make: (inout ByteBuffer) -> Call) throws -> Sent {
        var output = ByteBuffer()
        _ = make(&output)
        let frame = Array(output.bytes)
        let envelope = try ProtobufDecoder().decode(Envelope.self, from: Array(frame[10...]))
        return Sent(
            method: envelope.method,
            rider: envelope.metadata.first { $0.key == "authorization" }?.value,
            payload: envelope.payload
        )
    }

    @Test("All loads are measured, and every answer is right")
    func run() async throws {
        let folder = TemporaryDirectory()
        let run = try await ProgramRun.run(
            "notelet-bench",
            [
                "delivery", "--riders", "64", "--seconds", "2", "--repetitions", "1", "--json",
                "--store", folder.path("stores"), "--peers", "/nowhere",
            ],
            within: Patience.limit * 5
        )
        #expect(run.exitCode == 0, "\(run.errorOutput)")
        #expect(run.errorOutput.contains("PostgreSQL: "))
        let figures = try JSONDecoder().decode(Figures.self, from: Data(run.output.utf8))
        #expect(
            figures.loads.map(\.load)
                == ["durable sends", "accepts", "batches of 50 positions"]
        )
        #expect(figures.openings.map(\.load) == ["64 watchers, 20 openings a second"])
        #expect(figures.routes.map(\.load) == ["Notelet, one at a time", "Notelet, 8 at a time"])
        for row in figures.loads + figures.openings + figures.routes {
            #expect(row.rates.count == 1 && row.median > 0, "\(row.load)")
        }
    }

    private struct Figures: Decodable {
        let loads: [Row]
        let openings: [Row]
        let routes: [Row]

        struct Row: Decodable {
            let load: String
            let rates: [Int]
            /// Nothing where nothing was answered in time.
            let median: Int

            private enum CodingKeys: String, CodingKey {
                case load
                case rates
                case median = "p50_ns"
            }
        }
    }
}
