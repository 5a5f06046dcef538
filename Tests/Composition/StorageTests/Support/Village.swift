import AccountRules
import ConfigStorage
import DirectoryRules
import DirectoryStorage
import Domain
import ItemRules
import ItemStorage
import LedgerRules
import LedgerStorage
import NoteletAPI
import NoteRules
import TelemetryRules
import TelemetryStorage
import TestSupport
import Testing

@testable import AccountStorage
@testable import ConfigRules
@testable import NoteStorage
@testable import Records
@testable import Storage
@testable import StoreTools
import LogStoreTools

/// A store that has some of everything, and who lives in it.
struct Village {
    let store: TestStore
    let anna: UserNumber
    let ben: UserNumber
    let guest: UserNumber
    /// A note to Ben that Anna sent without her name.
    static let secret = "아무도 모르게"

    /// Builds it; who is gone has left traces, and who is about to go has left nearly all.
    init(in given: TestStore? = nil) throws {
        store = try given ?? TestStore()
        let link = LinkToken(link: "AAAAAAAAAAAAAAAAAAAAAA")
        anna = try store.account("anna", link: link)
        ben = try store.account("ben", link: LinkToken(link: "BBBBBBBBBBBBBBBBBBBBBA"))
        guest = try store.guest()
        try addContacts()
        try sendNotes()
        try addSessionsAndReplies()
        try deleteNotes()
        try removeSome()
        try countDoors()
        try shareSomething()
        try publishSomething()
        try tellSomething()
    }

    /// Points that lapse and that do not, some of them held, and what they are called.
    private static func pay(
        _ people: [UserNumber],
        in transaction: StoreTransaction
    ) throws(DomainError) {
        for (index, person) in people.enumerated() {
            let account = LedgerAccount.own(person, .points)
            let day = Instant.epoch.adding(seconds: 86_400)
            let moves = [
                try Move(.earn, 100, from: .app(.issued, .points), to: account),
                try Move(
                    .earn,
                    50,
                    from: .app(.issued, .points),
                    to: account,
                    lapsing: day,
                    subject: 7
                ),
            ]
            let name = transaction.reference([UInt8(index)], of: .operators)
            try transaction.post(try Posting(moves, reference: name), .atEpoch)
            for pendingUntil in [nil, day, day] {
                let move = try Move(
                    .spend,
                    20,
                    from: account,
                    to: .app(.spent, .points),
                    pendingUntil: pendingUntil
                )
                try transaction.post(move, reference: nil, .atEpoch)
            }
        }
        try transaction.resolve(4, .post(5), .atEpoch)
    }

    private func tellSomething() throws {
        let source = try TelemetrySource(
            appVersion: "1.0",
            platform: "test",
            installation: "device"
        )
        try store.write { transaction throws(DomainError) in
            let event = LoggedEvent(
                stored: "started",
                at: .epoch,
                ["screen": "목록", "why": "= \"\"", "empty": "", "mark": "\u{338}"]
            )
            let bare = LoggedEvent(stored: "ended", at: .epoch, [:])
            _ = try transaction.log([event, bare], of: source)
            let crash = try Crash(
                "SIGABRT",
                reason: "\"why\"\n",
                stack: "1 main\n2 start",
                of: source,
                at: .epoch,
                sign: CrashSignature.init(of:)
            )
            for _ in 0..<2 { try transaction.report(crash) }
        }
    }

    private func publishSomething() throws {
        try store.write { transaction throws(DomainError) in
            for note in ["first", "second"] {
                let version = ConfigVersion(publishedAt: .epoch, operatorName: "root", note: note)
                let entries = ConfigEntries(values: ["title": "\"\(note)\"\n", "empty": ""])
                _ = try transaction.add(version, with: entries)
            }
        }
        try shareMembers()
    }

    private func shareSomething() throws {
        try store.write { transaction throws(DomainError) in
            let feed = SharedFeed(SharedFeed.Kind(rawValue: 200), number: 1)
            let place = try transaction.append([1, 2, 3], to: feed)
            try transaction.append([], to: feed)
            try transaction.append([9], to: feed)
            try transaction.deleteEntry(at: place, of: feed)
        }
        let (anna, ben) = (anna, ben)
        try store.write { transaction throws(DomainError) in
            for name in ["news", "old"] {
                let made = try transaction.addCollection(
                    named: CollectionName(stored: name),
                    of: .items,
                    at: .epoch
                )
                for person in [anna, ben, anna] {
                    _ = try transaction.addItem(
                        to: made,
                        title: "item \"\(name)\"",
                        payload: [0, 255, UInt8(truncatingIfNeeded: person.rawValue)],
                        by: person,
                        at: .epoch
                    )
                }
                if name == "old" { try transaction.remove(made) }
            }
        }
    }

    private func shareMembers() throws {
        let (anna, ben) = (anna, ben)
        try store.write { transaction throws(DomainError) in
            let team = try transaction.addCollection(
                named: CollectionName(stored: "team"),
                of: .members,
                at: .epoch
            )
            func add(_ name: String, by keeper: UserNumber) throws(DomainError)
                -> DirectoryRules.Member
            {
                let local = name.filter { $0.isLetter || $0.isNumber }
                let email = EmailAddress(stored: "\(local)@example.org")
                return try transaction.addMember(
                    to: team,
                    MemberDetails(storedName: name, email: email),
                    status: name == "banned" ? .banned : nil,
                    keeper: keeper,
                    joinedAt: .epoch
                )
            }
            for keeper in [anna, ben] {
                let number = keeper == anna ? 1 : 2
                let member = try add("member \"\(number)\"", by: keeper)
                _ = try transaction.addPost("post of \(number)", by: member, at: .epoch)
                _ = try transaction.addPost("later post of \(number)", by: member, at: .epoch)
            }
            _ = try add("unkept", by: .nobody)
            let gone = try add("banned", by: ben)
            _ = try transaction.addPost("to go", by: gone, at: .epoch)
            try transaction.delete(gone.id)
        }
    }

    private func countDoors() throws {
        try store.write { transaction throws(DomainError) in
            var sums = DoorSums()
            for (index, door) in DoorSums.Door.all.enumerated() {
                sums.add(1_000 + UInt64(index), to: door)
            }
            try transaction.add(sums)
        }
    }

    private func addContacts() throws {
        let (anna, ben) = (anna, ben)
        try store.write { transaction throws(DomainError) in
            let contact = try transaction.addContact("벤", of: anna, to: ben)
            _ = try transaction.addContact("nobody", of: anna)
            let passing = try transaction.addContact("passing", of: ben)
            try transaction.delete(passing)
            _ = try transaction.send(
                "through a contact",
                from: anna,
                to: ben,
                as: .named("anna"),
                through: contact.id
            )
            _ = try transaction.send("hidden", from: ben, to: anna, through: contact.id)
            guard var account = try transaction.user(anna) else { return }
            account.plan = .premium(expiresAt: .epoch.adding(seconds: 1_000))
            try transaction.update(account)
        }
    }

    private func sendNotes() throws {
        for index in 0..<12 {
            try store.send("note \(index)", from: guest, to: index % 2 == 0 ? anna : ben)
        }
        try store.send(Self.secret, from: anna, to: ben)
        let (anna, ben, guest) = (anna, ben, guest)
        let received = try store.received(by: ben).items.compactMap { OpaqueID($0.id) }
        for id in received.prefix(4) {
            try store.answer("answer \"\(id.low)\"\n\u{7f}", to: MessageID(id), by: ben)
        }
        try store.write { transaction throws(DomainError) in
            for id in received.prefix(2) {
                _ = try transaction.blockSender(of: MessageID(id), receivedBy: ben, at: .epoch)
            }
            let report = NewReport(reason: .spam, detail: "광고", reportedAt: .epoch)
            for id in received.suffix(2) {
                _ = try transaction.addReport(report, about: MessageID(id), receivedBy: ben)
            }
            _ = try transaction.resolve(
                1,
                ReportResolution(operatorName: "root", text: "경고", resolvedAt: .epoch)
            )
            try transaction.put(
                PendingReset(
                    digest: [UInt8](repeating: 7, count: 32),
                    user: ben,
                    expiresAt: .epoch.adding(seconds: 600),
                    operatorName: "root"
                )
            )
            try transaction.add(UnwantedWord("광고 전화"), to: .nobody, at: .epoch)
            try transaction.add(UnwantedWord("spam"), to: ben, at: .epoch)
            try transaction.ban(guest, at: .epoch)
            try transaction.ban(ben, at: .epoch.adding(seconds: 1))
            _ = try transaction.hold(
                NewMessage(
                    sender: anna,
                    receiver: ben,
                    content: Content(stored: "waits"),
                    shownSender: .anonymous,
                    contact: nil,
                    receiverName: "ben",
                    sentAt: .epoch
                )
            )
            _ = try transaction.keepUndelivered(
                NewMessage(
                    sender: anna,
                    receiver: ben,
                    content: Content(stored: "never arrives"),
                    shownSender: .named("anna"),
                    contact: nil,
                    receiverName: "ben",
                    sentAt: .epoch
                )
            )
        }
    }

    /// One that was answered and that its receiver deletes, and one that its sender deletes.
    private func deleteNotes() throws {
        let (guest, anna) = (guest, anna)
        try store.send("deleted when answered", from: guest, to: anna)
        let received = try store.received(by: anna).items.compactMap { OpaqueID($0.id) }[0]
        try store.answer("answered", to: MessageID(received), by: anna)
        let sent = try store.send("deleted by its sender", from: guest, to: anna)
        try store.write { transaction throws(DomainError) in
            _ = try transaction.deleteMessage(MessageID(received), of: anna)
            _ = try transaction.deleteMessage(sent, of: guest)
        }
    }

    private func addSessionsAndReplies() throws {
        let (anna, ben, guest) = (anna, ben, guest)
        try store.write { transaction throws(DomainError) in
            try Self.pay([anna, ben], in: transaction)
            try transaction.reward([anna, ben])
            let orders = try transaction.deliver([anna, ben])
            for (order, (rider, other)) in zip(orders, [(anna, ben), (ben, anna)]) {
                try transaction.travel(with: order, by: rider, beside: other)
            }
            for (user, kind) in [(anna, SessionKind.account), (guest, .guest)] {
                let digest = [UInt8](repeating: UInt8(truncatingIfNeeded: user.rawValue), count: 32)
                let rotation = Session.Rotation(
                    spentDigest: digest,
                    rotatedAt: .epoch,
                    sealedSuccessor: [1, 2, 3]
                )
                let session = Session(
                    key: SessionKey(user: user, number: .max - user.rawValue),
                    kind: kind,
                    openedAt: .epoch,
                    refreshedAt: .epoch,
                    accessDigest: digest,
                    accessExpiresAt: .epoch.adding(seconds: 900),
                    refreshDigest: digest,
                    refreshExpiresAt: .epoch.adding(seconds: 9_000),
                    rotation: kind == .account ? rotation : nil
                )
                try transaction.put(session)
                let key = ScopedKey(user: user, key: try IdempotencyKey("first"))
                let reply = KeptReply(requestDigest: digest, reply: [0, 255, 128])
                try transaction.keep(reply, for: key, at: .epoch)
            }
        }
    }

    private func removeSome() throws {
        let carl = try store.account("carl")
        let dora = try store.account("dora")
        let ben = ben
        for person in [carl, dora] {
            try store.send("from one who goes", from: person, to: ben, as: .named("carl"))
            try store.send("in the dark", from: person, to: ben)
            try store.send("to one who goes", from: ben, to: person)
        }
        try store.removeAndErase(carl)
        try store.write { transaction throws(DomainError) in
            try transaction.remove(dora, at: .epoch)
            _ = try transaction.eraseNext(recordCountMax: 3)
        }
    }
}

/// A dump in memory.
final class MemoryOutput: DumpOutput {
    private(set) var bytes: [UInt8] = []

    func write(_ bytes: [UInt8]) throws(StoreToolError) {
        self.bytes += bytes
    }

    /// The whole dump.
    var text: String { String(decoding: bytes, as: UTF8.self) }
    /// The lines of a kind.
    func lines(of entity: DumpEntity) -> [Substring] {
        text.split(separator: "\n").filter { $0.hasPrefix("{\"entity\":\"\(entity.rawValue)\"") }
    }
}

/// A dump that comes in pieces of a few bytes.
final class MemoryInput: DumpInput {
    private var rest: ArraySlice<UInt8>
    private let pieceByteCount: Int

    init(_ bytes: [UInt8], pieceByteCount: Int = 1000) {
        rest = bytes[...]
        self.pieceByteCount = pieceByteCount
    }

    func read() throws(StoreToolError) -> [UInt8] {
        defer { rest = rest.dropFirst(pieceByteCount) }
        return [UInt8](rest.prefix(pieceByteCount))
    }
}

extension TestStore {
    /// The path of the store.
    var path: String { directory.path("store") }

    /// A dump that shows senders, and is recorded in the store.
    func revealingDump() throws(StoreToolError) -> [UInt8] {
        let output = MemoryOutput()
        _ = try store.dump(
            .lines(DumpSelection(senders: .revealed)),
            recording: AuditEntry(operatorName: "root", action: "test", recordedAt: .epoch),
            to: output,
            progress: { _ in }
        )
        return output.bytes
    }

    /// Closes the store, and finds all that is wrong with its files.
    func findings() throws(StoreToolError) -> [StoreFinding] {
        store.close()
        return try findingsOfStore(at: path, masterKey)
    }
}
