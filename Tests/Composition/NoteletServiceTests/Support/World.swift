import NoteletAPI

@testable import Serving
import ItemRules

/// Two people who know each other, a third, and a call of each method that succeeds.
struct World: Sendable {
    let service: TestService
    let alice: Person
    let bob: Person
    let guest: Person
    /// Alice's contacts: one linked to Bob, one old enough to be deleted.
    let contact: Contact
    let oldContact: Contact
    /// A note that Alice received from Bob.
    let note: ReceivedMessage
    /// What Alice put into a collection.
    let item: NoteletAPI.Item
    /// Whom Alice added to a collection, and what she posted as that member.
    let member: NoteletAPI.Member
    let post: NoteletAPI.Post
    /// What all are asked.
    let survey: NoteletAPI.Survey
    /// What Alice has in hand as an agent, and what she may take.
    let orders: OfferedOrders
    /// Names a session of Alice's that she does not call with.
    let otherSessionID: [UInt8]
    /// With which somebody else sets a new password.
    let resetCode: String
    /// With which a stranger reads what Dora answers.
    let replyTicket: String

    init(_ service: TestService? = nil) async throws {
        let service = try service ?? TestService()
        self.service = service
        var alice = try await service.person("alice")
        oldContact = try await service.addContact("오래된", of: alice)
        service.clock.advance(seconds: 259_200)
        alice = try await service.renewed(alice)
        self.alice = alice
        bob = try await service.person("bob")
        guest = try await service.guest()
        contact = try await service.addContact("bob", of: alice, link: bob.link)
        try await service.send("쪽지", from: bob, to: alice)
        try await service.change("news", .add)
        item = try await service.createItem("새 소식", by: alice)
        try await service.changeMembers("team", .add)
        member = try await service.createMember("수진", "sujin@example.com", by: alice)
        post = try await service.createPost("안녕하세요", as: member, by: alice)
        survey = try await service.offerRewards()
        try await service.call(RewardsAPI.checkIn, CheckInRequest(), as: alice.caller)
        orders = try await service.offerOrders(to: alice)
        otherSessionID = try await service.otherSessionID(of: alice)
        let dora = try await service.person("dora")
        resetCode = try await service.resetCode(for: dora)
        replyTicket = try await service.call(
            MessagesAPI.sendToLink,
            SendToLinkRequest(link: dora.link, content: "쪽지"),
            as: .nobody
        ).replyTicket
        guard let note = try await service.received(by: alice).first else {
            throw Unexpected("the note did not arrive")
        }
        self.note = note
    }

    /// The request of a method that Alice may call, encoded.
    func payload(of method: MethodSummary) -> [UInt8] {
        switch method.feature {
        case "accounts": accountPayload(of: method)
        case "notes": notePayload(of: method)
        case "items": itemPayload(of: method)
        case "config": configPayload(of: method)
        case "telemetry": telemetryPayload(of: method)
        case "directory": directoryPayload(of: method)
        case "rewards": rewardPayload(of: method)
        case "delivery": deliveryPayload(of: method)
        default: payloadOfEveryServer(method.name)
        }
    }

    /// A request of the same meaning and other bytes: with a field that no version knows.
    func otherPayload(than payload: [UInt8]) -> [UInt8] { payload + [0xa0, 0x06, 0x01] }

    /// How Alice calls a method: with her token, where the method looks at one.
    func caller(of method: MethodSummary) -> Caller {
        method.token == .none ? .nobody : alice.elsewhere
    }

    private func payloadOfEveryServer(_ name: String) -> [UInt8] {
        switch name {
        case "Pull": encode(PullRequest())
        case "Watch": encode(WatchRequest())
        case "Check": encode(CheckRequest())
        default: preconditionFailure("\(name) has no sample request.")
        }
    }
}
