import NoteletClient
import TTRPC

/// Act 8: the bytes that a receiver gets do not hold who sent them.
struct NoTrace {
    let scene: Scene
    let leads: Leads

    private static let noteCount = 20

    /// - Returns: The receiver.
    func perform() async throws -> Person {
        try scene.stage.act("No trace of the sender")
        let reader = try await Person.signUp(
            "새벽",
            email: "dawn@example.com",
            password: "the first tram leaves before light",
            at: scene.backstage.address
        )
        let traces = Traces(of: leads.emma, try await writeAnonymously(to: reader))
        let wire = try await ReceiverWire(of: reader, at: scene.backstage.address)
        try scene.stage.say("Emma wrote \(NoTrace.noteCount) notes, by the link and by a contact.")
        try scene.stage.say("새벽 gets them as a list, as a feed and one by one.")
        let bytes = try await wire.everything()
        try scene.stage.check(
            "nothing of Emma is in their \(bytes.count.grouped) bytes",
            traces.found(in: bytes),
            is: [],
            note: "\(traces.count) spellings of names and ids"
        )

        try await leads.emma.write(
            "Now I sign. 이제 이름을 쓸게요.",
            to: reader,
            signed: .username,
            scene.ledger
        )
        let signedBytes = try await wire.everything()
        try scene.stage.check(
            "a signed note, and the search finds the name, the id and nothing else",
            traces.found(in: signedBytes),
            is: ["account id", "username"]
        )
        try scene.stage.check(
            "새벽 has all of the notes",
            scene.ledger.audit(try await reader.inbox(), of: reader)
        )
        wire.close()
        try await search(traces)
        return reader
    }

    /// A search that finds nothing anywhere would prove nothing: Emma's own copy has it all.
    private func search(_ traces: Traces) async throws {
        let wire = try await ReceiverWire(of: leads.emma, at: scene.backstage.address)
        let bytes = try await wire.everything()
        wire.close()
        try scene.stage.check(
            "in Emma’s own feed the search finds everything but her tokens",
            traces.found(in: bytes),
            is: ["account id", "e-mail", "id of a note or contact", "link", "username"]
        )
    }

    /// Sends by both ways, has one answered, and gives the ids that the sender knows.
    private func writeAnonymously(to reader: Person) async throws -> [[UInt8]] {
        let contact = try await leads.emma.notelet.addContact(name: "새벽이", link: reader.link)
        var ids = [contact.id]
        for number in 1...NoTrace.noteCount {
            let content = "별 \(number)개가 떠 있어요."
            if number.isMultiple(of: 2) {
                let response = try await leads.emma.write(content, to: reader, scene.ledger)
                ids.append(response.messageID)
            } else {
                let response = try await leads.emma.notelet.send(content, toContact: contact.id)
                scene.ledger.acknowledge(content, to: reader, from: Ledger.anonymousName)
                ids.append(response.messageID)
            }
        }
        let newest = try await reader.notelet.inbox(pageSize: 1).firstPage().first?.id ?? []
        try await reader.notelet.answer(newest, with: "누구세요?")
        return ids
    }
}
