public import Foundation
public import NoteletInterface

extension Order {
    /// An order for tests, with one place to which it goes.
    ///
    /// - Parameters:
    ///   - id: Its id; a new one unless given.
    ///   - pool: The name of the pool in which it is.
    ///   - status: How it stands.
    ///   - summary: What all agents may know of it.
    ///   - fee: What it brings.
    ///   - isOwn: Whether the account has it; then it has the detail as well.
    /// - Returns: The order.
    public static func fixture(
        id: UUID = UUID(),
        pool: String = "north",
        status: Status = .open,
        summary: String = "국수 두 그릇",
        fee: Int = 3_500,
        isOwn: Bool = false
    ) -> Order {
        Order(
            id: id,
            pool: pool,
            status: status,
            summary: summary,
            fee: fee,
            openedAt: FakeClock.start,
            takenAt: isOwn ? FakeClock.start : nil,
            isOwn: isOwn,
            detail: isOwn ? .fixture() : nil
        )
    }
}

extension Order.Detail {
    /// Where an order of tests goes.
    ///
    /// - Parameter customer: What the customer is called.
    /// - Returns: The detail.
    public static func fixture(customer: String = "김하은") -> Order.Detail {
        Order.Detail(
            customer: customer,
            stops: [Order.Stop(kind: .dropoff, address: "서울시 중구 세종대로 110")]
        )
    }
}

extension Agent {
    /// An agent for tests.
    ///
    /// - Parameters:
    ///   - name: What the agent is called.
    ///   - ordersInHand: How many orders the agent has in hand.
    /// - Returns: The agent.
    public static func fixture(name: String = "라이더 1", ordersInHand: Int = 0) -> Agent {
        Agent(name: name, since: FakeClock.start, ordersInHand: ordersInHand)
    }
}
