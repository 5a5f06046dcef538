package import AccountRules
internal import Cryptography
package import Domain
internal import Serving
package import Records
internal import LogStoreTools
package import Storage
internal import TestSupport

/// A real store for use cases, without a service around it.
package final class UseCaseStore: Sendable {
    private let directory = TemporaryDirectory(in: .memory)
    /// The store.
    package let store: RecordStore
    /// What use cases take from the world.
    package let context: Context

    /// Makes an empty store in memory.
    package init() throws {
        let key = MasterKey(.random())
        let now = Instant(seconds: 1_700_000_000)
        store = try RecordStore.open(directory: directory.path("store"), masterKey: key, now: now)
        let secrets = SealedSecrets(keys: ServiceKeys(key))
        context = Context(now: now, random: SystemRandom(), secrets: secrets)
    }

    deinit {
        store.close()
    }

    /// Runs a use case in a transaction, and waits until what it wrote is durable.
    @discardableResult
    package func write<Value: Sendable>(
        _ body: @escaping @Sendable (StoreTransaction, Context) throws(DomainError) -> Value
    ) async throws(DomainError) -> Value {
        let (store, context) = (store, context)
        return try await withCheckedContinuation { continuation in
            store.write(.ordinary) { records throws(DomainError) in
                try body(records, context)
            } completion: { (result: Result<Value, DomainError>) in
                continuation.resume(returning: result)
            }
        }.get()
    }

    /// Opens an account.
    package func account(_ name: String) async throws -> (user: User, identity: Identity) {
        try await write { store, context throws(DomainError) in
            let command = SignUp(
                username: try Username(name),
                email: try EmailAddress("\(name)@example.com"),
                passwordHash: PasswordHash("hash")
            )
            let (user, grant) = try command.run(in: store, context)
            let outcome = try Authenticate(token: grant.access).run(in: store, context)
            return (user, outcome.identity)
        }
    }
}
