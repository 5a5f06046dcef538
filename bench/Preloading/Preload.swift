import AccountRules
import CommandLineInterface
import Domain
import Locking
import NoteRules
import Serving
import Storage
import NoteStorage

/// Fills a store by its own rules, without a server.
///
/// Accounts are opened by the use case of the service. Notes are handed to the store as the use
/// case of a send hands them over, in batches of few receivers. Whose link it is, is looked up once
/// for a receiver and not for each note; and nobody is blocked yet.
///
/// All users have one password, hashed once. Their sessions are opened last, for access tokens end
/// after 15 minutes.
struct Preload {
    private let store: RecordStore
    private let keys: ServiceKeys
    private let plan: PreloadPlan
    private let progress: ProgressLine.Appearance

    /// Users or notes of one change of the store.
    private static let batchCount = 512
    /// Notes were written over this long before now, in milliseconds: 30 days.
    private static let historyMilliseconds: Int64 = 30 * 86_400_000

    /// Prepares to fill an empty store.
    init(
        _ store: RecordStore,
        keys: ServiceKeys,
        plan: PreloadPlan,
        progress: ProgressLine.Appearance
    ) {
        self.store = store
        self.keys = keys
        self.plan = plan
        self.progress = progress
    }

    /// Fills the store, and returns who is in it.
    func run() throws -> Population {
        let accounts = try signUp()
        try send(among: accounts)
        return try Sessions(store, keys: keys).open(
            for: accounts.enumerated().map { index, account in
                Sessions.Holder(
                    number: account.number,
                    link: account.link,
                    receivedCount: plan.receivedCount(ofUserAt: index)
                )
            }
        )
    }

    /// An account of the store.
    private struct Account: Sendable {
        let number: UserNumber
        let link: String
    }

    private func signUp() throws -> [Account] {
        let hash = try PepperedPasswords(keys: keys).hash(Population.password)
        let context = Context(
            now: SystemClock().now().adding(seconds: -Preload.historyMilliseconds / 1000),
            random: SystemRandom(),
            secrets: SealedSecrets(keys: keys)
        )
        let accounts = Mutex<[Int: [Account]]>([:])
        try inBatches("users", count: plan.userCount) { writer, range in
            try writer.write { store throws(DomainError) in
                var batch: [Account] = []
                for index in range {
                    let command = SignUp(
                        username: try Username("user\(index)"),
                        email: try EmailAddress(Population.email(ofUserAt: index)),
                        passwordHash: hash
                    )
                    let user = try command.run(in: store, context).user
                    // A fresh account always has a link.
                    batch.append(Account(number: user.number, link: user.linkToken?.text ?? ""))
                }
                return batch
            } completion: { batch in
                accounts.withLock { $0[range.lowerBound] = batch }
            }
        }
        return accounts.withLock { $0.sorted { $0.key < $1.key }.flatMap(\.value) }
    }

    private func send(among accounts: [Account]) throws {
        let plan = plan
        let contents = try checkedContents()
        let end = SystemClock().now().milliseconds
        try inBatches("notes", count: plan.messageCount) { writer, range in
            try writer.write { store throws(DomainError) in
                var receiver: (index: Int, user: User)?
                for index in range {
                    let (senderIndex, receiverIndex) = plan.correspondents(ofMessage: index)
                    // What holds for one note of a receiver holds for the next: the link is his.
                    let user =
                        if let receiver, receiver.index == receiverIndex { receiver.user } else {
                            try store.activeUser(behind: accounts[receiverIndex].link)
                        }
                    receiver = (receiverIndex, user)
                    let age =
                        Preload.historyMilliseconds * Int64(plan.messageCount - index)
                        / Int64(plan.messageCount)
                    let message = NewMessage(
                        sender: accounts[senderIndex].number,
                        receiver: user.number,
                        content: contents[index % contents.count],
                        shownSender: .anonymous,
                        contact: nil,
                        receiverName: user.displayName,
                        sentAt: Instant(milliseconds: end - age)
                    )
                    _ = try store.deliver(message)
                }
            } completion: { _ in
            }
        }
    }

    /// The texts, each checked once as the service checks what it is sent.
    private func checkedContents() throws -> [Content] {
        var contents: [Content] = []
        for index in 0..<plan.corpus.count {
            contents.append(try Content(plan.corpus.text(at: index)))
        }
        return contents
    }

    private func inBatches(
        _ label: String,
        count: Int,
        _ submit: (BatchWriter, Range<Int>) throws -> Void
    ) throws {
        let writer = BatchWriter(store)
        var line = ProgressLine(label, countTotal: count, appearance: progress)
        for start in stride(from: 0, to: count, by: Preload.batchCount) {
            try submit(writer, start..<min(start + Preload.batchCount, count))
            line.update(count: start)
        }
        try writer.finish()
        line.finish(count: count)
    }
}
