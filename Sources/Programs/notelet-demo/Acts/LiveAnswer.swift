import NoteletClient

/// Act 4: 민지 answers, and those who wrote learn of it.
struct LiveAnswer {
    let scene: Scene
    let leads: Leads

    private static let answer = "Thank you! 그림 수업은 화요일이에요. Come along."
    private static let answerToGuest = "고마워요, 비밀 친구!"

    func perform() async throws {
        try scene.stage.act("An answer, live")
        let watch = await LiveWatch(of: leads.emma.notelet)
        try await watch.waitUntilCaughtUp()
        try scene.stage.say("Emma leaves a watch open. 민지 does not know to whom she writes.")

        let noteID = try await noteID(leads.emmaNoteContent)
        let start = ContinuousClock.now
        try await leads.minji.notelet.answer(noteID, with: LiveAnswer.answer)
        let answer = try await watch.waitForAnswer(to: leads.emmaNoteID)
        let time = ContinuousClock.now - start
        await watch.stop()
        try scene.stage.notes([(Ledger.anonymousName, leads.emmaNoteContent)])
        try scene.stage.notes([(leads.minji.name, answer.content)])
        try scene.stage.check(
            "the answer is on Emma’s screen",
            answer.content,
            is: LiveAnswer.answer,
            note: "\(time.brief) after 민지 pressed send"
        )
        try await scene.stage.checkRefusal("a second answer is refused", .alreadyAnswered) {
            try await leads.minji.notelet.answer(noteID, with: "And another thing")
        }
        try await answerGuest()
    }

    private func answerGuest() async throws {
        let notes = try await leads.minji.inbox()
        let guestNote = notes.last?.id ?? []
        try await leads.minji.notelet.answer(guestNote, with: LiveAnswer.answerToGuest)
        guard case .sent(let note) = try await leads.guest.message(leads.guestNoteID) else {
            throw Mismatch("the guest reads the answer", expected: "a sent note", got: "another")
        }
        try scene.stage.check(
            "the guest, who has no account, reads the answer later",
            note.answer?.content,
            is: LiveAnswer.answerToGuest
        )
    }

    /// 민지's id of a note, which is not the sender's.
    private func noteID(_ content: String) async throws -> [UInt8] {
        let notes = try await leads.minji.inbox()
        let note = notes.first { $0.content == content }
        try scene.stage.check(
            "for one note, 민지 and Emma know different ids",
            note.map { $0.id != leads.emmaNoteID },
            is: true
        )
        return note?.id ?? []
    }
}
