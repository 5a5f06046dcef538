import NoteletClient

/// Act 7: the same request twice happens once.
struct SameRequestTwice {
    let scene: Scene
    let leads: Leads

    private static let note = "문이 잠겼는지 두 번 확인했어요. I checked the door twice."
    private static let otherNote = "This is not what I said before."

    func perform() async throws {
        try scene.stage.act("The same request twice")
        let emma = try fixedKeyConnection()
        let first = try await emma.send(SameRequestTwice.note, toLink: leads.minji.link)
        scene.ledger.acknowledge(
            SameRequestTwice.note,
            to: leads.minji,
            from: Ledger.anonymousName
        )
        let second = try await emma.send(SameRequestTwice.note, toLink: leads.minji.link)
        try scene.stage.check(
            "sent again under its key, it gets the first reply",
            second,
            is: first
        )

        let inbox = try await leads.minji.inbox()
        try scene.stage.notes(inbox.prefix(1).map { ($0.senderName, $0.content) })
        try scene.stage.check("민지 has it once", scene.ledger.audit(inbox, of: leads.minji))
        try await scene.stage.checkRefusal(
            "the key with other words is refused",
            .idempotencyKeyReused
        ) {
            try await emma.send(SameRequestTwice.otherNote, toLink: leads.minji.link)
        }
        await emma.close()
    }

    /// A second connection of Emma's whose requests all carry the same idempotency key.
    private func fixedKeyConnection() throws -> Notelet {
        var sources = ClientSources.system
        sources.makeRandomName = { "the-only-key-that-emma-ever-uses" }
        return try Notelet(
            scene.backstage.address,
            sessions: leads.emma.sessions,
            configuration: NoteletConfiguration(),
            sources: sources
        )
    }
}
