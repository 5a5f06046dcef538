import AccountRules
import AccountStorage
import Domain
import NoteRules
import NoteStorage
import Storage

@testable import Records

extension Instant {
    /// The moment at which tests begin: not on a minute, so that rounding shows.
    static let epoch = Instant(milliseconds: 1_700_000_012_345)

    func adding(milliseconds count: Int64) -> Instant {
        Instant(milliseconds: milliseconds + count)
    }
}

/// What tests write with, whatever implements it.
extension AccountWriting where Self: ContactWriting & MessageWriting {
    /// Opens an account that has only what it must have.
    func openAccount(_ name: String, link: LinkToken? = nil) throws(DomainError) -> UserNumber {
        let number = try makeUserNumber()
        try add(
            User(
                number: number,
                id: userID(of: number),
                username: Username(stored: name),
                email: EmailAddress(stored: "\(name)@example.com"),
                passwordHash: PasswordHash("hash"),
                linkToken: link,
                createdAt: .epoch
            )
        )
        return number
    }

    /// Adds a contact that has only what it must have.
    func addContact(
        _ name: String,
        of owner: UserNumber,
        to linkedUser: UserNumber? = nil
    ) throws(DomainError) -> Contact {
        try addContact(
            NewContact(
                owner: owner,
                name: ContactName(stored: name),
                registeredAt: .epoch,
                linkedUser: linkedUser
            )
        )
    }

    /// Sends a note, to whoever it may be.
    func send(
        _ text: String,
        from sender: UserNumber,
        to receiver: UserNumber,
        as shown: ShownSender = .anonymous,
        through contact: ContactID? = nil,
        at moment: Instant = .epoch
    ) throws(DomainError) -> MessageID {
        try deliver(
            NewMessage(
                sender: sender,
                receiver: receiver,
                content: Content(stored: text),
                shownSender: shown,
                contact: contact,
                receiverName: "receiver",
                sentAt: moment
            )
        )
    }
}

extension TestStore {
    /// Opens an account.
    func account(_ name: String, link: LinkToken? = nil) throws(DomainError) -> UserNumber {
        try write { transaction throws(DomainError) in
            try transaction.openAccount(name, link: link)
        }
    }

    /// Makes a guest, who is a number and nothing else.
    func guest() throws(DomainError) -> UserNumber {
        try write { transaction throws(DomainError) in try transaction.makeUserNumber() }
    }

    /// Sends a note.
    @discardableResult
    func send(
        _ text: String,
        from sender: UserNumber,
        to receiver: UserNumber,
        as shown: ShownSender = .anonymous,
        through contact: ContactID? = nil,
        at moment: Instant = .epoch
    ) throws(DomainError) -> MessageID {
        try write { transaction throws(DomainError) in
            try transaction.send(
                text,
                from: sender,
                to: receiver,
                as: shown,
                through: contact,
                at: moment
            )
        }
    }

    /// Answers a note.
    @discardableResult
    func answer(
        _ text: String,
        to id: MessageID,
        by receiver: UserNumber,
        at moment: Instant = .epoch
    ) throws(DomainError) -> ReceivedMessage? {
        try write { transaction throws(DomainError) in
            let answer = Answer(content: Content(stored: text), answeredAt: moment)
            guard try transaction.addAnswer(answer, to: id, receivedBy: receiver),
                case .received(let answered)? = try transaction.message(id, of: receiver)
            else { return nil }
            return answered
        }
    }

    /// Removes an account or guest and erases its records.
    func removeAndErase(_ user: UserNumber) throws(DomainError) {
        try write { transaction throws(DomainError) in
            try transaction.remove(user, at: .epoch)
            try transaction.eraseAll()
        }
    }
}

extension StoreTransaction {
    /// Carries out every order to erase, in steps of at most that many records.
    func eraseAll(recordCountMax: Int = 100) throws(DomainError) {
        while try eraseNext(recordCountMax: recordCountMax) {}
    }
}
