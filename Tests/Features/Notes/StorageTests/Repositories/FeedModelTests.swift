import AccountRules
import AccountStorage
import Domain
import NoteRules
import NoteStorage
import NoteletAPI
import Storage
import TestSupport
import Testing

/// Random lives of a few people, compared with a plain model all along.
@Suite struct FeedModelTests {
    @Test(arguments: 0..<6)
    func feedsAndListsAgreeWithTheModel(round: Int) throws {
        var life = try RandomLife(SeededGenerator())
        for step in 0..<120 {
            try life.takeStep()
            if step % 15 == 14 { try life.check() }
        }
        try life.check()
    }
}

/// Does random things to a store and to the model of it.
private struct RandomLife {
    let store: TestStore
    var model = FeedModel()
    var random: SeededGenerator
    var count = 0
    /// What each user keeps by following the feed from one check to the next.
    var copies: [Int: FeedCopy] = [:]
    /// Ids of notes, none of which may be given twice, whatever was deleted since.
    var givenIDs: Set<MessageID> = []

    init(_ random: SeededGenerator) throws {
        store = try TestStore()
        self.random = random
        for _ in 0..<4 { try join() }
    }

    mutating func takeStep() throws {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<40: try send()
        case 40..<52: try answer()
        case 52..<60: try deleteNote()
        case 60..<70: try addContact()
        case 70..<78: try changeContact()
        case 78..<82: try deleteContact()
        case 82..<86: try rename()
        case 86..<88: try ban()
        case 88..<91: try join()
        case 91..<94 where model.present.count > 3: try leave()
        case 94..<98: try block()
        default: try store.reopen()
        }
    }

    mutating func join() throws {
        count += 1
        let name = "user\(count)"
        let isGuest = Int.random(in: 0..<4, using: &random) == 0
        let number = try isGuest ? store.guest() : store.account(name)
        model.users.append(FeedModel.User(number: number, isGuest: isGuest, name: name))
        if !isGuest { model.append(.user, to: model.users.count - 1) }
    }

    mutating func send() throws {
        count += 1
        let contact = model.contacts.indices
            .filter { index in
                let contact = model.contacts[index]
                return !contact.isDeleted && !model.users[contact.owner].isGone
                    && !model.users[contact.linkedUser].isGone
            }
            .randomElement(using: &random)
        var pair = model.present.shuffled(using: &random)
        if let contact, Bool.random(using: &random) {
            pair = [model.contacts[contact].owner, model.contacts[contact].linkedUser]
                .shuffled(using: &random)
        }
        let (sender, receiver) = (pair[0], pair[1])
        let isThroughContact = contact.map { index in
            Set([model.contacts[index].owner, model.contacts[index].linkedUser]) == Set(pair)
        }
        let through = isThroughContact == true ? contact : nil
        guard !model.users[receiver].isGuest || through != nil else { return }
        let isShown = Bool.random(using: &random) && !model.users[sender].isGuest
        let isDelivered = Int.random(in: 0..<6, using: &random) != 0
        let message = NewMessage(
            sender: model.users[sender].number,
            receiver: model.users[receiver].number,
            content: Content(stored: "note \(count)"),
            shownSender: isShown ? .named(model.users[sender].name) : .anonymous,
            contact: through.map { model.contacts[$0].contact.id },
            receiverName: model.users[receiver].name,
            sentAt: .epoch.adding(seconds: Int64(count))
        )
        let sentID = try store.write { transaction throws(DomainError) in
            isDelivered
                ? try transaction.deliver(message) : try transaction.keepUndelivered(message)
        }
        var note = FeedModel.Note(
            sender: sender,
            receiver: receiver,
            text: message.content.text,
            shownName: isShown ? model.users[sender].name : nil,
            receiverName: model.users[receiver].name,
            isDelivered: isDelivered,
            contact: through,
            sentID: sentID
        )
        if isDelivered {
            let newest = try store.received(by: message.receiver, limit: 1).items[0]
            let id = MessageID(try #require(OpaqueID(newest.id)))
            #expect(givenIDs.insert(id).inserted && givenIDs.insert(sentID).inserted, "\(random)")
            note.receivedID = id
            model.append(.received(model.notes.count), to: receiver)
        }
        model.append(.sent(model.notes.count), to: sender)
        model.notes.append(note)
    }

    mutating func answer() throws {
        let open = model.notes.indices.filter { index in
            let note = model.notes[index]
            return note.isDelivered && note.answer == nil && !note.isDeletedByReceiver
                && !model.users[note.receiver].isGone
        }
        guard let index = open.randomElement(using: &random),
            let id = model.notes[index].receivedID
        else { return }
        count += 1
        let note = model.notes[index]
        let text = "answer \(count)"
        let answered = try store.answer(text, to: id, by: model.users[note.receiver].number)
        #expect(answered?.id == id, "\(random)")
        model.notes[index].answer = text
        model.append(.answeredReceived(index), to: note.receiver)
        if !model.users[note.sender].isGone, !note.isDeletedBySender {
            model.append(.answeredSent(index), to: note.sender)
        }
    }

    mutating func deleteNote() throws {
        let isReceiver = Bool.random(using: &random)
        let candidates = model.notes.indices.filter { index in
            let note = model.notes[index]
            let isDeleted = isReceiver ? note.isDeletedByReceiver : note.isDeletedBySender
            let user = isReceiver ? note.receiver : note.sender
            return !isDeleted && !model.users[user].isGone && (note.isDelivered || !isReceiver)
        }
        guard let index = candidates.randomElement(using: &random) else { return }
        let note = model.notes[index]
        guard let id = isReceiver ? note.receivedID : note.sentID else { return }
        let user = model.users[isReceiver ? note.receiver : note.sender].number
        let wasThere = try store.write { transaction throws(DomainError) in
            try transaction.deleteMessage(id, of: user)
        }
        #expect(wasThere, "\(random)")
        model.delete(index, isReceiver: isReceiver)
    }

    mutating func addContact() throws {
        let accounts = model.present.filter { !model.users[$0].isGuest }.shuffled(using: &random)
        guard accounts.count >= 2 else { return }
        count += 1
        let (owner, linked) = (model.users[accounts[0]].number, model.users[accounts[1]].number)
        let name = "contact\(count)"
        let contact = try store.write { transaction throws(DomainError) in
            try transaction.addContact(name, of: owner, to: linked)
        }
        model.append(.contact(model.contacts.count), to: accounts[0])
        model.contacts.append(
            FeedModel.Contact(owner: accounts[0], linkedUser: accounts[1], contact: contact)
        )
    }

    private mutating func someContact() -> Int? {
        model.contacts.indices
            .filter {
                !model.contacts[$0].isDeleted && !model.users[model.contacts[$0].owner].isGone
            }
            .randomElement(using: &random)
    }

    mutating func changeContact() throws {
        guard let index = someContact() else { return }
        count += 1
        model.contacts[index].contact.name = ContactName(stored: "renamed\(count)")
        let contact = model.contacts[index].contact
        try store.write { transaction throws(DomainError) in try transaction.update(contact) }
        model.renew(.contact(index), of: model.contacts[index].owner)
    }

    mutating func deleteContact() throws {
        guard let index = someContact() else { return }
        let contact = model.contacts[index].contact
        try store.write { transaction throws(DomainError) in try transaction.delete(contact) }
        model.contacts[index].isDeleted = true
        let owner = model.contacts[index].owner
        model.users[owner].feed.removeAll { $0 == .contact(index) }
        model.append(.contactDeleted(index), to: owner)
    }

    mutating func rename() throws {
        let accounts = model.present.filter { !model.users[$0].isGuest }
        guard let index = accounts.randomElement(using: &random) else { return }
        count += 1
        let (number, name) = (model.users[index].number, "user\(count)")
        try store.write { transaction throws(DomainError) in
            guard var user = try transaction.user(number) else { return }
            user.username = Username(stored: name)
            try transaction.update(user)
        }
        model.users[index].name = name
        model.renew(.user, of: index)
    }

    /// Shuts somebody out or lets that one in again, which is nobody else's to see.
    mutating func ban() throws {
        let accounts = model.present.filter { !model.users[$0].isGuest }
        guard let index = accounts.randomElement(using: &random) else { return }
        let number = model.users[index].number
        try store.write { transaction throws(DomainError) in
            guard var user = try transaction.user(number) else { return }
            user.status = user.status == .banned ? .active : .banned
            try transaction.update(user)
        }
        model.renew(.user, of: index)
    }

    /// Blocks the sender of a note, or takes the block back.
    mutating func block() throws {
        let candidates = model.notes.indices.filter { index in
            let note = model.notes[index]
            let isBlocked = model.users[note.receiver].blocks[index] != nil
            return note.isDelivered && !model.users[note.receiver].isGone
                && (isBlocked || !note.isDeletedByReceiver)
        }
        guard let index = candidates.randomElement(using: &random),
            let id = model.notes[index].receivedID
        else { return }
        let receiver = model.notes[index].receiver
        let number = model.users[receiver].number
        let isBlocked = model.users[receiver].blocks[index] != nil
        let isSenderGone = model.users[model.notes[index].sender].isGone
        count += 1
        let now = Instant.epoch.adding(seconds: Int64(count))
        let isDone = try store.write { transaction throws(DomainError) in
            isBlocked
                ? try transaction.unblockSender(of: id, receivedBy: number)
                : try transaction.blockSender(of: id, receivedBy: number, at: now)
        }
        #expect(isDone, "\(random)")
        let entry: FeedModel.Entry =
            isBlocked ? .unblocked(index) : .blocked(index, isSenderGone: isSenderGone)
        model.append(entry, to: receiver)
        model.users[receiver].blocks[index] = isBlocked ? nil : isSenderGone
    }

    mutating func leave() throws {
        guard let index = model.present.randomElement(using: &random) else { return }
        let number = model.users[index].number
        let recordCountMax = Int.random(in: 1...20, using: &random)
        try store.write { transaction throws(DomainError) in
            try transaction.remove(number, at: .epoch)
        }
        var isLeft = true
        while isLeft {
            isLeft = try store.write { transaction throws(DomainError) in
                try transaction.eraseNext(recordCountMax: recordCountMax)
            }
            if Bool.random(using: &random) { try store.reopen() }
        }
        model.leave(index)
    }

    mutating func check() throws {
        for index in model.users.indices {
            let number = model.users[index].number
            let expected = model.feed(of: index)
            let whole = try feed(of: number, after: .start, limit: 10_000)
            #expect(whole.entries == expected, "\(random)")
            #expect(!whole.hasMore)
            try checkPages(number, expected)
            guard !model.users[index].isGone else { continue }
            let received = try store.received(by: number).items
                .map { "\($0.content) \($0.senderName) \($0.answer?.content ?? "-")" }
            #expect(received == model.received(by: index), "\(random)")
            let sent = try store.sent(by: number).items
                .map { "\($0.content) \($0.receiverName) \($0.answer?.content ?? "-")" }
            #expect(sent == model.sent(by: index), "\(random)")
            try checkCopy(of: index)
        }
    }

    /// What is kept by following the feed, since the last check and anew, is what the lists say.
    private mutating func checkCopy(of index: Int) throws {
        let number = model.users[index].number
        let listed = try FeedCopy(listedBy: store, of: number)
        var anew = FeedCopy()
        try anew.follow(store, of: number)
        #expect(anew.records == listed.records, "\(random)")
        var kept = copies[index] ?? FeedCopy()
        try kept.follow(store, of: number)
        #expect(kept.records == listed.records, "\(random)")
        copies[index] = kept
    }

    /// Reads the feed in pages of a random size, as one that resumes does.
    private mutating func checkPages(_ user: UserNumber, _ expected: [String]) throws {
        let limit = Int.random(in: 1...7, using: &random)
        var place = Sequence.start
        var entries: [String] = []
        var hasMore = true
        while hasMore {
            let page = try feed(of: user, after: place, limit: limit)
            entries += page.entries
            place = page.place
            hasMore = page.hasMore
        }
        #expect(entries == expected, "\(random)")
    }

    private func feed(
        of user: UserNumber,
        after place: Sequence,
        limit: Int
    ) throws -> (entries: [String], place: Sequence, hasMore: Bool) {
        let page = try store.changes(of: user, after: place, limit: limit)
        let sentIDs = Set(model.notes.map(\.sentID))
        let entries = try page.changes.map { change in
            switch change {
            case .received(let bytes):
                let note: NoteletAPI.ReceivedMessage = try decoded(bytes)
                #expect(note.answer == nil)
                return "< \(note.content) \(note.senderName)"
            case .sent(let bytes):
                let note: NoteletAPI.SentMessage = try decoded(bytes)
                #expect(note.answer == nil)
                return "> \(note.content)"
            case .answered(let id, let answer):
                let mark = sentIDs.contains(id) ? ">!" : "<!"
                return "\(mark) \(model.describe(id)) \(answer.content.text)"
            case .contact(let contact):
                return "contact \(contact.name.text) \(contact.linkedUser != nil)"
            case .messageChanged(let bytes): return "changed \(try described(bytes))"
            case .blocked(let block): return "blocked \(model.describe(block.message))"
            case .unblocked(let id): return "unblocked \(model.describe(id))"
            case .contactDeleted(let id): return "deleted \(id.opaque)"
            case .user(let user): return "user \(user.username.text)"
            case .messageDeleted(let id): return "deleted \(id.opaque)"
            }
        }
        return (entries, page.place, page.hasMore)
    }

    private func described(_ bytes: [UInt8]) throws -> String {
        let message: NoteletAPI.Message = try decoded(bytes)
        switch message.side {
        case .received(let note):
            return "\(note.content) \(note.senderName) \(note.answer?.content ?? "-")"
        case .sent(let note):
            return "\(note.content) \(note.receiverName) \(note.answer?.content ?? "-")"
        case nil: return "nothing"
        }
    }
}
