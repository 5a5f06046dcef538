internal import AccountStorage
package import Domain
package import NoteRules
internal import Records
package import StorageEngine

extension DoorSums {
    /// Reads the sums that a store keeps.
    package init(_ view: any ReadView) throws(DomainError) {
        self.init()
        view.expect({ Door.all.map { .counter(.sent($0)) } }, in: .counters)
        for door in Door.all {
            let value: [UInt8]?
            do throws(StorageError) {
                value = try view.get(.counter(.sent(door)), in: .counters)
            } catch {
                throw DomainError(error)
            }
            guard let value else { continue }
            try value.span.bytes.requireByteCount(8, of: .counter)
            self[door] = try value.span.bytes.number(at: 0, of: .counter)
        }
    }
}
