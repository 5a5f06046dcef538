internal import AccountStorage
package import Domain
package import NoteRules
package import Records
internal import StorageEngine

extension StoreTransaction: NoteAdministrationWriting {
    package func resolve(
        _ report: UInt64,
        _ resolution: ReportResolution
    ) throws(DomainError) -> Bool {
        guard var record = try reportRecord(report) else { return false }
        record.resolution = ReportRecord.Resolution(
            operatorName: resolution.operatorName,
            text: resolution.text,
            resolvedAt: resolution.resolvedAt.milliseconds
        )
        try put(record.encoded(), for: .report(report), in: .reports)
        return true
    }

    package func add(_ sums: DoorSums) throws(DomainError) {
        var all = try doorSums()
        all.add(sums)
        for door in DoorSums.Door.all where sums[door] > 0 {
            try put(bigEndian: all[door], for: .counter(.sent(door)), in: .counters)
        }
    }
}
