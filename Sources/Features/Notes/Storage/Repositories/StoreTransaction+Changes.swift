package import Domain
package import Records

extension StoreTransaction {
    /// Adds an entry to a user's feed.
    @discardableResult
    package func append(_ entry: ChangeEntry, to user: UserNumber) throws(DomainError) -> Sequence {
        try append(entry.encoded(), to: user)
    }
}
