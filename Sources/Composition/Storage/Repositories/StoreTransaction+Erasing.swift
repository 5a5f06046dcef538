internal import AccountStorage
package import Domain
internal import Records
internal import StorageEngine

extension StoreTransaction {
    /// Carries out part of the oldest order to erase, touching at most `recordCountMax` records.
    ///
    /// - Returns: Whether anything is left to erase.
    package func eraseNext(recordCountMax: Int) throws(DomainError) -> Bool {
        var next: UserNumber?
        try scanKeys(.erasures, .all, .ascending, atMost: 1) { key throws(DomainError) in
            next = UserNumber(try key.number(at: 0, of: .erasure))
            return .stop
        }
        guard let number = next else { return false }
        var erasure = Erasure(of: number, recordCountMax: recordCountMax)
        if try erasure.run(in: self) { try delete(.erasure(number), in: .erasures) }
        return try !isEmpty(.all, in: .erasures)
    }
}
