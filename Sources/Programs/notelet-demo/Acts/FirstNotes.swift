import NoteletClient

/// Act 1: two people sign up, one shares her link, and notes come in.
struct FirstNotes {
    let scene: Scene

    private static let linkBase = "https://app.anonymous-message.com/receive/"
    private static let linkText = "익명으로 쪽지를 보내주세요: "
    private static let tokenBitCount = 128
    /// Base64 carries six bits a letter; what does not fill a byte is padding.
    private static let tokenBitsPerLetter = 6
    private static let guestNote = "오늘 발표 정말 멋졌어요! 누구인지는 비밀이에요."
    private static let emmaNote = "I have admired your drawings for months."
    private static let emmaSignedNote = "점심 같이 먹을래요? The noodle place at noon."

    func perform() async throws -> Leads {
        try scene.stage.act("Two people, a guest and a link")
        let (minji, emma) = try await signUp()
        try await share(minji)
        let guest = try await invite(to: minji)
        let guestNote = try await guest.send(FirstNotes.guestNote, toLink: minji.link)
        scene.ledger.acknowledge(FirstNotes.guestNote, to: minji, from: Ledger.anonymousName)
        let emmaNote = try await emma.write(FirstNotes.emmaNote, to: minji, scene.ledger)
        try await emma.write(
            FirstNotes.emmaSignedNote,
            to: minji,
            signed: .username,
            scene.ledger
        )
        try await read(minji, emma)
        return Leads(
            minji: minji,
            emma: emma,
            guest: guest,
            guestNoteID: guestNote.messageID,
            emmaNoteID: emmaNote.messageID,
            emmaNoteContent: FirstNotes.emmaNote
        )
    }

    private func signUp() async throws -> (minji: Person, emma: Person) {
        let address = scene.backstage.address
        let (minji, time) = try await timed {
            try await Person.signUp(
                "민지",
                email: "minji@example.com",
                password: "우산을 두고 온 비 오는 화요일 저녁",
                at: address
            )
        }
        let emma = try await Person.signUp(
            "Emma",
            email: "emma@example.com",
            password: "seven lanterns over a quiet harbour",
            at: address
        )
        let stage = scene.stage
        try stage.check("민지 signs up", minji.user.status, is: .active, note: time.brief)
        try stage.check("Emma signs up", emma.name, is: "Emma")
        try await stage.checkRefusal("a second “EMMA” is refused", .usernameTaken) {
            _ = try await Person.signUp(
                "EMMA",
                email: "second-one@example.com",
                password: "somebody else under the same name",
                at: address
            )
        }
        return (minji, emma)
    }

    private func share(_ minji: Person) async throws {
        let link = try await minji.notelet.link() ?? PersonalLink()
        try scene.stage.say("민지 shares her link:")
        try scene.stage.quote(link.shareableText)
        try scene.stage.check(
            "the text is ready to share",
            link.shareableText,
            is: FirstNotes.linkText + FirstNotes.linkBase + link.token
        )
        try scene.stage.check(
            "the token in it has \(FirstNotes.tokenBitCount) bits",
            link.token.utf8.count * FirstNotes.tokenBitsPerLetter / 8 * 8,
            is: FirstNotes.tokenBitCount
        )
    }

    /// Somebody opens the link without an account.
    private func invite(to minji: Person) async throws -> Notelet {
        let guest = try Notelet(scene.backstage.address)
        let person = try await guest.findPerson(byLink: minji.link)
        try scene.stage.check("a visitor of the link sees whose it is", person.username, is: "민지")
        try await guest.becomeGuest()
        try await scene.stage.checkRefusal("a guest has no name to sign with", .guestHasNoName) {
            try await guest.send(FirstNotes.guestNote, toLink: minji.link, signed: .username)
        }
        return guest
    }

    private func read(_ minji: Person, _ emma: Person) async throws {
        let notes = try await minji.inbox()
        try scene.stage.say("What 민지 sees, newest first:")
        try scene.stage.notes(notes.map { ($0.senderName, $0.content) })
        try scene.stage.check(
            "two notes are from 익명, the signed one is from Emma",
            notes.map(\.senderName),
            is: ["Emma", "익명", "익명"]
        )
        try scene.stage.check(
            "what they wrote is what she reads",
            scene.ledger.audit(notes, of: minji)
        )
        try scene.stage.check(
            "Emma’s own note cannot come back to her",
            try await emma.inbox().count,
            is: 0
        )
    }
}
