import NoteletClient

/// Act 6: 민지 blocks somebody she does not know, who notices nothing.
struct QuietBlock {
    let scene: Scene
    let leads: Leads
    let town: Town

    private static let rudeNote = "당신 그림은 정말 별로예요."
    private static let blockedNote = "Hey. 왜 대답이 없어요?"
    private static let friendlyNote = "Don’t listen to anybody. 저는 당신 그림이 좋아요."
    private static let laterNote = "미안해요. I was rude."

    func perform() async throws {
        try scene.stage.act("A block that nobody feels")
        let stranger = town.people[0]
        let first = try await stranger.write(QuietBlock.rudeNote, to: leads.minji, scene.ledger)
        let noteID = try await leads.minji.inbox().first?.id ?? []
        try await leads.minji.notelet.block(senderOf: noteID)
        try scene.stage.say("민지 blocks whoever wrote this:")
        try scene.stage.notes([(Ledger.anonymousName, QuietBlock.rudeNote)])

        // Acknowledged and not in the ledger: it must not arrive.
        let second = try await stranger.notelet.send(
            QuietBlock.blockedNote,
            toLink: leads.minji.link
        )
        try await checkSender(stranger, first, second)
        // Whoever comes later arrives, so the blocked note is not merely late.
        try await town.people[1].write(QuietBlock.friendlyNote, to: leads.minji, scene.ledger)
        try await checkReceiver("it never arrives, and the next from somebody else does")

        try await leads.minji.notelet.unblock(senderOf: noteID)
        try await stranger.write(QuietBlock.laterNote, to: leads.minji, scene.ledger)
        try await checkReceiver("after the block is taken back, new notes arrive again")
    }

    private func checkSender(
        _ stranger: Person,
        _ first: SendResponse,
        _ second: SendResponse
    ) async throws {
        let sent = try await stranger.notelet.sent(pageSize: 2).firstPage()
        try scene.stage.check(
            "the stranger’s next note is acknowledged like any other",
            sent.map(\.id),
            is: [second.messageID, first.messageID]
        )
        // All but what differs between any two notes.
        var blocked = sent.first ?? SentMessage()
        blocked.id = sent.last?.id ?? []
        blocked.content = sent.last?.content ?? ""
        blocked.sentAt = sent.last?.sentAt
        try scene.stage.check("and looks like any other to the stranger", blocked, is: sent.last)
    }

    private func checkReceiver(_ claim: String) async throws {
        let inbox = try await leads.minji.inbox()
        try scene.stage.notes(inbox.prefix(1).map { ($0.senderName, $0.content) })
        try scene.stage.check(claim, scene.ledger.audit(inbox, of: leads.minji))
    }
}
