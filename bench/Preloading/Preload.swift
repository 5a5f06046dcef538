import CommandLineInterface
import Domain
import Locking
import NoteletService
import Storage

/// Fills a store through the use cases, without a server.
///
/// All users have one password, hashed once. Their sessions are opened last, for access tokens end
/// after 15 minutes.
struct Preload {
    private let store: RecordStore
    private let keys: ServiceKeys
    private let plan: PreloadPlan
    private let progress: ProgressLine.Appearance

    /// Users or notes of one change of the store.
    private static let batchCount = 256
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
        let hash = try PepperedPasswords(keys: keys).hash("notelet-bench password")
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
                        email: try EmailAddress("user\(index)@bench.example"),
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
        let secrets = SealedSecrets(keys: keys)
        let now = SystemClock().now()
        let content = SendRequest.content(byteCount: plan.contentByteCount)
        try inBatches("notes", count: plan.messageCount) { writer, range in
            try writer.write { store throws(DomainError) in
                for index in range {
                    let age =
                        Preload.historyMilliseconds * Int64(plan.messageCount - index)
                        / Int64(plan.messageCount)
                    let context = Context(
                        now: Instant(milliseconds: now.milliseconds - age),
                        random: SystemRandom(),
                        secrets: secrets
                    )
                    let (sender, receiver) = plan.correspondents(ofMessage: index)
                    let session = SessionKey(user: accounts[sender].number, number: 0)
                    let command = try SendToLink(
                        identity: Identity(session: session, kind: .account),
                        link: accounts[receiver].link,
                        content: content,
                        disclosure: .anonymous
                    )
                    _ = try command.run(in: store, context)
                }
            } completion: { _ in
            }
        }
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
