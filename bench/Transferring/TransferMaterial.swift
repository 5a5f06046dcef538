import CommandLineInterface
import Cryptography
import Domain
import NoteletAPI
import ProtobufCoding
import Records

/// What all who ask for transfers share: the accounts, encoded beforehand, and how they pay.
final class TransferMaterial: Sendable {
    /// How the calls move points.
    let load: Load
    /// The encoded accounts of the users, side by side; all are of one length.
    private let accounts: [UInt8]
    private let accountByteCount: Int
    /// The encoded account of the application that all pay to in the hot load.
    let till: [UInt8]

    /// Methods, as their requests begin.
    static let post = RequestTemplate(
        service: LedgerAdministrationAPI.postTransfers.service,
        method: LedgerAdministrationAPI.postTransfers.name
    )

    /// How points are moved.
    struct Load: Sendable {
        /// Who is paid.
        var payees: Payees
        /// Postings of one call, each of one move.
        var batchCount: Int

        /// Who is paid.
        enum Payees: String, CaseIterable, Sendable {
            /// Another user with each transfer.
            case many
            /// One account of the application: the hot one.
            case one
        }
    }

    /// What each user has before anything is measured: no run takes it all.
    static let fundedAmount: Int64 = 1_000_000_000

    /// Gathers the accounts of a population; the ids are made with the key of its store.
    init(_ load: Load, _ population: Population, keyPath: String) throws {
        let secrets: StoreSecrets
        do {
            secrets = StoreSecrets(masterKey: try MasterKey(path: keyPath))
        } catch {
            throw CommandFailure(.inputOutput, "The key file \(keyPath) cannot be used: \(error).")
        }
        let encoder = ProtobufEncoder()
        let encoded = try population.users.map { user in
            let id = secrets.identifiers.userID(of: UserNumber(user.number))
            return try encoder.encode(
                LedgerAccount(userID: id.opaque.bytes, unit: .points, role: .own)
            )
        }
        self.load = load
        accounts = encoded.flatMap { $0 }
        accountByteCount = encoded.first?.count ?? 0
        till = try encoder.encode(LedgerAccount(unit: .points, role: .spent))
    }

    /// Lends the encoded account of a user.
    @inline(__always)
    func withAccount<Value>(of user: Int, _ body: (UnsafeRawBufferPointer) -> Value) -> Value {
        let start = user * accountByteCount
        return accounts.withUnsafeBytes {
            body(UnsafeRawBufferPointer(rebasing: $0[start..<start + accountByteCount]))
        }
    }
}
