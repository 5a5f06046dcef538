import AccountRules
import Domain
import Locking
import Serving
import Storage

/// Opens a session for each user, under the keys by which the server knows them again.
struct Sessions {
    private let store: RecordStore
    private let secrets: SealedSecrets

    private static let batchCount = 256

    /// Whose session it is, and what else the population keeps of the user.
    struct Holder: Sendable {
        let number: UserNumber
        let link: String
        let receivedCount: Int
    }

    /// Opens sessions in a store.
    init(_ store: RecordStore, keys: ServiceKeys) {
        self.store = store
        secrets = SealedSecrets(keys: keys)
    }

    /// Opens a session for each holder, and returns them as a population in the same order.
    func open(for holders: [Holder]) throws -> Population {
        let context = Context(now: SystemClock().now(), random: SystemRandom(), secrets: secrets)
        let grants = Mutex<[Int: [SessionGrant]]>([:])
        let writer = BatchWriter(store)
        for start in stride(from: 0, to: holders.count, by: Sessions.batchCount) {
            let batch = holders[start..<min(start + Sessions.batchCount, holders.count)]
            try writer.write { store throws(DomainError) in
                var opened: [SessionGrant] = []
                for holder in batch {
                    let command = OpenSession(user: holder.number, kind: .account)
                    opened.append(try command.run(in: store, context))
                }
                return opened
            } completion: { opened in
                grants.withLock { $0[start] = opened }
            }
        }
        try writer.finish()
        let ordered = grants.withLock { $0.sorted { $0.key < $1.key }.flatMap(\.value) }
        let ends = ordered.map(\.accessExpiresAt.milliseconds).min() ?? 0
        return Population(
            users: zip(holders, ordered).map { holder, grant in
                Population.User(
                    number: holder.number.rawValue,
                    link: holder.link,
                    accessToken: grant.access.text,
                    receivedCount: holder.receivedCount
                )
            },
            expiresAt: ends / 1000
        )
    }
}
