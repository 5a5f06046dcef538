public import Domain
package import ProtobufCoding
public import StorageEngine

extension StoreTransaction {
    /// Stores a record.
    @usableFromInline
    package func put(_ value: [UInt8], for key: Key, in table: TableID) throws(DomainError) {
        try put(value.span.bytes, for: key, in: table)
    }

    /// Stores the record that `write` writes.
    package func put(
        for key: Key,
        in table: TableID,
        _ write: (inout ProtobufWriter) -> Void
    ) throws(DomainError) {
        writing.value.removeAll()
        write(&writing.value)
        try writing.value.withBytes { value throws(DomainError) in
            try put(value, for: key, in: table)
        }
    }

    private func put(_ value: RawSpan, for key: Key, in table: TableID) throws(DomainError) {
        writing.noteChange(of: key, in: table)
        do throws(StorageError) {
            try changes.put(value, for: key, in: table)
        } catch {
            throw DomainError(error)
        }
    }

    /// Stores a record that is one number.
    @inlinable
    package func put(
        bigEndian number: some FixedWidthInteger,
        for key: Key,
        in table: TableID
    ) throws(DomainError) {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: number)
        try put(bytes, for: key, in: table)
    }

    /// Deletes a record, if there is one.
    @usableFromInline
    package func delete(_ key: Key, in table: TableID) throws(DomainError) {
        writing.noteChange(of: key, in: table)
        do throws(StorageError) {
            try changes.delete(key, in: table)
        } catch {
            throw DomainError(error)
        }
    }

    /// Deletes records of a range, in the order of their keys; answers how many.
    @discardableResult
    package func deleteAll(
        _ range: KeyRange,
        in table: TableID,
        recordCountMax: Int
    ) throws(DomainError) -> Int {
        var keys: [Key] = []
        try scanKeys(table, range, .ascending, atMost: recordCountMax) {
            bytes throws(DomainError) in
            guard keys.count < recordCountMax else { return .stop }
            guard let key = Key(bytes: bytes) else { throw DomainError(.dataLoss(table)) }
            keys.append(key)
            return .next
        }
        for key in keys { try delete(key, in: table) }
        return keys.count
    }

    /// Takes the next number of a series.
    package func takeNumber(
        of series: NumberSeries,
        for owner: UInt64? = nil
    ) throws(DomainError) -> UInt64 {
        do throws(StorageError) {
            return try changes.takeNumber(of: series, for: owner)
        } catch {
            throw DomainError(error)
        }
    }
}
