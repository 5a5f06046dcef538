import AccountRules
import AccountStorage
import DeliveryRules
import DeliveryStorage
import Domain
import LedgerRules
import LedgerStorage

@testable import Records
@testable import Storage

extension DeliveryTerms {
    /// Orders can be given back for a minute.
    static let lenient = DeliveryTerms(releaseSeconds: 60)
}

extension OrderDetails {
    /// Where orders go.
    static func sample(customer: String = "김고객") throws(DomainError) -> OrderDetails {
        try OrderDetails(
            customer: customer,
            phone: "010-0000-0000",
            note: "\"문앞\"에\n",
            stops: [
                OrderStop("국숫집", .pickup),
                OrderStop(
                    "서울시청",
                    .dropoff,
                    at: MapPoint(storedLatitude: 375_665_000, longitude: 1_269_780_000)
                ),
            ]
        )
    }
}

extension NewOrder {
    /// An order of the pool "north".
    static func sample(
        _ reference: String,
        fee: Int64 = 3_500,
        customer: String = "김고객",
        for shopper: UserID? = nil
    ) throws(DomainError) -> NewOrder {
        try NewOrder(
            "국수 둘, \(reference)",
            fee: fee,
            .sample(customer: customer),
            in: "north",
            called: Array(reference.utf8),
            for: shopper
        )
    }
}

extension StoreTransaction {
    private static let root = Operator(name: "root")

    /// Makes a pool, and agents of some people.
    func openPool(agents people: [UserNumber]) throws(DomainError) {
        let name = CollectionName(stored: "north")
        _ = try makeCollection(named: name, of: .pools, by: Self.root, .atEpoch)
        for person in people {
            let id = userID(of: person)
            _ = try putAgent(id, name: "rider \(person.rawValue)", by: Self.root, .atEpoch)
        }
    }

    /// Has each of some people do all that there is to do with orders, and one in hand at the end.
    ///
    /// - Returns: The orders in hand.
    @discardableResult
    func deliver(_ people: [UserNumber]) throws(DomainError) -> [Order] {
        try openPool(agents: people)
        var inHand: [Order] = []
        for (index, person) in people.enumerated() {
            let caller = Identity.account(person)
            func make(_ name: String, for shopper: UserID? = nil) throws(DomainError) -> Order {
                let customer = "customer \(name) \(index + 1)"
                return try createOrder(
                    .sample("\(name) \(index)", customer: customer, for: shopper),
                    by: Self.root,
                    .atEpoch
                )
            }
            let done = try make("done")
            _ = try accept(done.id, by: caller, .atEpoch)
            _ = try complete(done.id, by: caller, .atEpoch)
            let released = try make("released")
            _ = try accept(released.id, by: caller, .atEpoch)
            _ = try release(
                released.id,
                reason: "reason of \(index + 1)",
                by: caller,
                .lenient,
                .atEpoch
            )
            let cancelled = try make("cancelled", for: userID(of: person))
            _ = try cancelOrder(cancelled.id, reason: "\"왜\"", by: Self.root, .atEpoch)
            _ = try make("wanted", for: userID(of: person))
            let kept = try make("kept")
            inHand.append(try accept(kept.id, by: caller, .atEpoch))
            _ = try requestWithdrawal(of: 1_000, by: caller, .lenient, .atEpoch)
        }
        return inHand
    }
}
