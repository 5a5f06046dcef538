internal import AccountStorage
internal import LogEngine
internal import NoteStorage
internal import Records
internal import Storage
package import StoreTools

extension StoreFiles {
    /// Looks at each record as the database has it: order of keys, counts, checksums, pages.
    ///
    /// That needs no master key. Whether records agree with each other is not known then, and what
    /// is in the log alone is not looked at.
    ///
    /// - Parameters:
    ///   - report: is told what is wrong, as it is found.
    ///   - progress: is told how many records were looked at.
    /// - Returns: How many records there are.
    /// - Throws: Why the store cannot be read, or what `progress` throws.
    package func verifyStoredRecords(
        report: (StoreFinding) -> Void,
        progress: @escaping StoreProgress
    ) throws(StoreToolError) -> Int {
        let steps = StepCounter(progress)
        try verifyStoredRecords(report: report, steps)
        return steps.count
    }

    /// Looks at each record as the database has it, a step for each.
    func verifyStoredRecords(
        report: (StoreFinding) -> Void,
        _ steps: StepCounter
    ) throws(StoreToolError) {
        do throws(EngineReadError) {
            try reader.verifyPages(tables: Schema.tableNames) { finding in
                report(StoreFinding(finding))
            }
        } catch {
            throw StoreToolError(error)
        }
        for table in Schema.tables {
            reader.verifyRecords(of: table.id) { finding in
                report(StoreFinding(finding))
            } step: {
                steps.take()
            }
            try steps.check()
        }
    }
}
