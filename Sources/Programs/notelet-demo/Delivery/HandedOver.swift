import Foundation
import NoteletClient

/// Act 3: an order that goes from one rider to another, under the eyes of whom it is for.
struct HandedOver {
    let crew: LunchCrew

    /// Plays it; answers who has carried the order out.
    func perform() async throws -> Person {
        let (stage, backstage, haeun) = (crew.stage, crew.backstage, crew.shopper)
        try stage.act("An order changes hands")
        guard let id = Identifier(bytes: haeun.user.id)?.description else { return haeun }
        try await crew.create([LunchCrew.line(LunchCrew.orderCount, shopper: id)])
        guard let order = try await crew.orders(.open).first,
            let name = Identifier(bytes: order.id)?.description
        else { throw Mismatch("there is an order", expected: "one", got: "none") }
        let (first, second) = (crew.riders[0], crew.riders[1])
        let taken = try await first.notelet.acceptOrder(id: order.id)
        try stage.check(
            "who has it sees where it goes",
            taken.detail?.stops.last?.address,
            is: "\(LunchCrew.orderCount) Table Street"
        )
        try await stage.checkRefusal("another one does not get it", .orderTaken) {
            try await second.notelet.acceptOrder(id: order.id)
        }
        let shown = try await haeun.notelet.getOrder(id: order.id)
        try stage.check("whom it is for sees who comes", shown.agentName, is: "Rider 0")

        try await travel(order, first)
        try await backstage.admin("delivery", "order", "release", name, "--reason", "flat tyre")
        try await second.notelet.acceptOrder(id: order.id)
        try await stage.checkRefusal("taken away, it is not carried out any more", .notYourOrder) {
            try await first.notelet.completeOrder(id: order.id)
        }
        try await talk(order, second)
        let done = try await second.notelet.completeOrder(id: order.id)
        try stage.check(
            "who has it in the end is paid",
            done.settled,
            is: LunchCrew.fee(ofOrder: LunchCrew.orderCount)
        )
        let events = try await backstage.admin(
            ["delivery", "order", "events", name, "--quiet", "--json"]
        )
        try stage.check(
            "and the operator reads what happened",
            ["opened", "taken", "released", "completed"].map { word in
                events.components(separatedBy: "\"\(word)\"").count - 1
            },
            is: [1, 2, 1, 1]
        )
        return second
    }

    /// Tells whom the order is for where the rider is.
    private func travel(_ order: Order, _ rider: Person) async throws {
        let stage = crew.stage
        try await rider.notelet.startTracking(orderID: order.id)
        let now = Date()
        // A meter or so to the north each second, and then a hundred.
        let steps = [0.0, 0.000_01, 0.001].enumerated().map { index, north in
            Location(
                latitude: 37.5665 + north,
                longitude: 126.978,
                recordedAt: Timestamp(now.addingTimeInterval(TimeInterval(index)))
            )
        }
        let told = try await rider.notelet.updateLocations(orderID: order.id, locations: steps)
        try stage.check(
            "a rider who does not move is not written down again and again",
            [told.accepted, told.dropped],
            is: [2, 1]
        )
        let seen = try await crew.shopper.notelet.getLastLocation(orderID: order.id)
        try stage.check(
            "whom the order is for sees where the rider is",
            seen.location.map { [$0.latitude, $0.longitude] },
            is: [37.5675, 126.978]
        )
        try await stage.checkRefusal("and nobody else", .notYourOrder) {
            _ = try await crew.riders[2].notelet.getLastLocation(orderID: order.id)
        }
    }

    /// Has both say something.
    private func talk(_ order: Order, _ rider: Person) async throws {
        let (stage, haeun) = (crew.stage, crew.shopper)
        let name = Array("1".utf8)
        for _ in 0..<2 {
            try await haeun.notelet.sendText(
                orderID: order.id,
                clientID: name,
                text: "문 앞에 놓아 주세요"
            )
        }
        try await rider.notelet.sendText(orderID: order.id, clientID: name, text: "네!")
        let messages = try await crew.all(rider.notelet.listMessages(orderID: order.id))
        try stage.check(
            "what is said twice under its name is said once",
            messages.map(\.text),
            is: ["네!", "문 앞에 놓아 주세요"]
        )
        try await stage.checkRefusal("who had the order is there no longer", .notInChannel) {
            _ = try await crew.all(crew.riders[0].notelet.listMessages(orderID: order.id))
        }
    }
}
