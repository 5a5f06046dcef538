internal import AccountRules
internal import AccountStorage
internal import DeliveryRules
internal import DeliveryStorage
internal import Domain
internal import NoteletAPI
internal import Records
internal import Serving

// What is said about orders.
extension DeliveryMethods {
    func sendText(_ method: DeliveryAPI.SendText) -> ServedMethod {
        endpoint.change(
            method,
            for: .ordinary,
            replyForm: .plain,
            observer: counts.deeds.counting(.messagesSent)
        ) {
            [endpoint]
            request,
            caller,
            _ throws(DomainError) in
            let id = try OrderID(request.orderID, field: "order_id")
            let new = try NewText(request.text, clientID: request.clientID)
            try endpoint.dependencies.limiter[.chatMessages].pass(RateKey(caller.user))
            return { store, context throws(DomainError) in
                let (said, _) = try store.say(new, about: id, by: caller, context)
                return SendTextResponse(message: NoteletAPI.ChatMessage(said, to: caller.user))
            }
        }
    }

    func listMessages(_ method: DeliveryAPI.ListMessages) -> ServedMethod {
        endpoint.listOfOne(method) { request, caller, store throws(DomainError) in
            let id = try OrderID(request.orderID, field: "order_id")
            let (order, _) = try store.channel(of: id, for: caller)
            let visit: ListPages.Visit = { place, limit, visit throws(DomainError) in
                try store.visitMessages(about: order, before: place, limit: limit) { message in
                    let shown = NoteletAPI.ChatMessage(message, to: caller.user)
                    return visit(encode(shown).span.bytes)
                }
            }
            return (order.number, visit)
        }
    }

    func markRead(_ method: DeliveryAPI.MarkRead) -> ServedMethod {
        endpoint.change(method, for: .ordinary, replyForm: .plain) {
            request,
            caller,
            _ throws(DomainError) in
            let id = try OrderID(request.orderID, field: "order_id")
            let number = request.number
            return { store, _ throws(DomainError) in
                let (read, others) = try store.markRead(number, about: id, by: caller)
                return MarkReadResponse(
                    number: read,
                    others: others.prefix(DomainLimits.channelInvitedMax)
                        .map { NoteletAPI.ReadMark($0) }
                )
            }
        }
    }
}

extension RateLimit {
    /// Somebody who talks all day.
    static let chatMessages = RateLimit(
        "Messages about orders of one account",
        of: .account,
        2_000,
        per: .day,
        option: "chat-messages"
    )
}

extension NoteletAPI.ChatMessage {
    /// A message as somebody is told of it; as all are for nobody.
    init(_ message: DeliveryRules.ChatMessage, to reader: UserNumber = .nobody) {
        self.init(
            number: message.number,
            orderID: message.order.opaque.bytes,
            role: NoteletAPI.ChatRole(message.role),
            text: message.text,
            sentAt: Timestamp(message.sentAt),
            clientID: message.clientID,
            isOwn: reader != .nobody && message.author == reader
        )
    }
}

extension NoteletAPI.ReadMark {
    /// A mark as all are told of it.
    init(_ mark: DeliveryRules.ReadMark) {
        self.init(role: NoteletAPI.ChatRole(mark.role), number: mark.number)
    }
}

extension NoteletAPI.ChatRole {
    /// A role as it is sent.
    init(_ role: DeliveryRules.ChatRole) {
        self =
            switch role {
            case .agent: .agent
            case .shopper: .shopper
            case .invited: .invited
            case .dispatcher: .dispatcher
            }
    }
}
