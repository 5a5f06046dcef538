import NoteletClient

/// Act 3: contacts up to the limit, and the rules about them.
struct FiveContacts {
    let scene: Scene
    let leads: Leads

    private static let limit: Int32 = 5
    /// Ways to write one name: in whole syllables, and in their parts (NFD).
    private static let friendName = "엠마"
    private static let friendNameInParts = "\u{110B}\u{1166}\u{11B7}\u{1106}\u{1161}"
    private static let lockText = "아직 삭제할 수 없습니다. 3일 후 삭제 가능합니다."
    private static let note = "이번 주말에 산책 갈래요? Bring the dog."

    func perform() async throws {
        try scene.stage.act("Five contacts and not one more")
        let friend = try await addFriend()
        try await fill()
        try await refuse(friend)
        try await write(to: friend)
    }

    private func addFriend() async throws -> Contact {
        let minji = leads.minji.notelet
        let friend = try await minji.addContact(
            AddContactRequest(
                name: FiveContacts.friendName,
                relationship: "친구",
                memo: "drawing class",
                link: leads.emma.link
            )
        )
        try scene.stage.check("엠마 is linked to Emma by Emma’s link", friend.isLinked, is: true)
        try await scene.stage.checkRefusal(
            "the same name in separate jamo is the same name",
            .duplicateContactName
        ) {
            try await minji.addContact(name: FiveContacts.friendNameInParts)
        }
        return friend
    }

    private func fill() async throws {
        let minji = leads.minji.notelet
        for name in ["할머니", "Coach Kim", "옆집 고양이", "Grandpa Joe"] {
            try await minji.addContact(name: name)
        }
        let names = try await minji.contacts().firstPage().map(\.name)
        try scene.stage.notes(names.enumerated().map { ("\($0 + 1)", $1) })
        let limit = try await minji.contactLimit()
        try scene.stage.check(
            "five of five, no room left",
            limit,
            is: GetContactLimitResponse(
                currentCount: FiveContacts.limit,
                maxContacts: FiveContacts.limit,
                remainingSlots: 0,
                canAdd: false
            )
        )
        try await scene.stage.checkRefusal(
            "the sixth is refused",
            .contactLimitReached,
            fields: ["limit": "\(FiveContacts.limit)"]
        ) {
            try await minji.addContact(name: "한 사람 더")
        }
    }

    private func refuse(_ friend: Contact) async throws {
        let minji = leads.minji.notelet
        try await scene.stage.checkRefusal(
            "a new contact stays for three days",
            .contactLocked,
            fields: ["remaining_days": "3"],
            korean: FiveContacts.lockText
        ) {
            try await minji.deleteContact(friend.id)
        }
        let unlinked = try await minji.contacts().firstPage().first { !$0.isLinked }
        try await scene.stage.checkRefusal(
            "a contact linked to nobody takes no notes",
            .contactNotLinked
        ) {
            try await minji.send(FiveContacts.note, toContact: unlinked?.id ?? [])
        }
    }

    private func write(to friend: Contact) async throws {
        try await leads.minji.notelet.send(
            FiveContacts.note,
            toContact: friend.id,
            signed: .username
        )
        scene.ledger.acknowledge(FiveContacts.note, to: leads.emma, from: leads.minji.name)
        let inbox = try await leads.emma.inbox()
        try scene.stage.notes(inbox.map { ($0.senderName, $0.content) })
        try scene.stage.check(
            "a note to 엠마 reaches Emma, signed",
            scene.ledger.audit(inbox, of: leads.emma)
        )
        let history = try await leads.minji.notelet.history(ofContact: friend.id).firstPage()
        try scene.stage.check(
            "and stands in the history of the contact",
            history.compactMap(\.sentContent),
            is: [FiveContacts.note]
        )
    }
}

extension Message {
    fileprivate var sentContent: String? {
        if case .sent(let note)? = side { note.content } else { nil }
    }
}
