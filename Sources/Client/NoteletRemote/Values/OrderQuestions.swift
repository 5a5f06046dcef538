internal import Foundation
package import NoteletClient
package import NoteletInterface

/// What an account is asked about its orders, where the answers may be kept.
package enum OrderQuestions {
    /// By what the answer is kept that has the orders in hand.
    package static let inHandName = "delivery/in-hand"

    /// The orders that the account has in hand, all of them: nobody has more than go on a page.
    package static var inHand: Question<ListOwnOrdersResponse, [NoteletInterface.Order]> {
        Question(name: inHandName) { (notelet) throws(NoteletError) in
            let request = ListOwnOrdersRequest(status: .inProgress, pageSize: largestPage)
            return try await notelet.call(DeliveryAPI.listOwnOrders, request)
        } shown: { (response) throws(AppError) in
            try response.orders.map { (order) throws(AppError) in
                try NoteletInterface.Order(order)
            }
        }
    }

    /// A page of the orders that the account has, or had, of which the first one of a size may be
    /// kept.
    ///
    /// - Parameters:
    ///   - status: How they stand.
    ///   - cursor: Where the page begins; nil for the first one.
    ///   - size: How many it has at most.
    /// - Returns: The question.
    package static func ownPage(
        _ status: NoteletInterface.Order.Status,
        at cursor: PageCursor?,
        size: Int
    ) -> Question<ListOwnOrdersResponse, ListPage<NoteletInterface.Order>> {
        let request = ListOwnOrdersRequest(
            status: status.asked,
            cursor: cursor?.bytes ?? [],
            pageSize: Int32(clamping: size)
        )
        let name = cursor == nil ? "delivery/own/\(status.rawValue)/\(size)" : nil
        return Question(name: name) { (notelet) throws(NoteletError) in
            try await notelet.call(DeliveryAPI.listOwnOrders, request)
        } shown: { (response) throws(AppError) in
            let next = response.nextCursor
            return ListPage(
                items: try response.orders.map { (order) throws(AppError) in
                    try NoteletInterface.Order(order)
                },
                next: next.isEmpty ? nil : PageCursor(bytes: next)
            )
        }
    }

    /// What the account is as an agent.
    package static var agent: Question<NoteletAPI.Agent, NoteletInterface.Agent> {
        Question(name: "delivery/agent") { (notelet) throws(NoteletError) in
            try await notelet.getAgent()
        } shown: { (agent) throws(AppError) in
            NoteletInterface.Agent(agent)
        }
    }
}
