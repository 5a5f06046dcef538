package import Cryptography
package import Domain

extension StoreFiles {
    /// Makes something of one state of the records, as a use case reads them.
    ///
    /// - Throws: Why the store cannot be read, and `records` for what `body` throws.
    package func read<Value>(
        masterKey: MasterKey,
        _ body: (any Reading) throws(DomainError) -> Value
    ) throws(StoreToolError) -> Value {
        let secrets = StoreSecrets(masterKey: masterKey)
        return try read { view throws(StoreToolError) in
            try StoreDescription(view).check(secrets)
            do throws(DomainError) {
                return try body(StoreView(view, secrets))
            } catch {
                throw .records(error)
            }
        }
    }
}
