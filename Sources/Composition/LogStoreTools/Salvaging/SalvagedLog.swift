internal import AccountStorage
internal import LogEngine
internal import NoteStorage
internal import Records
internal import Storage
internal import StoreTools

/// Applies what a damaged store's log still has to what was read of its database.
struct SalvagedLog {
    let directory: String
    let store: SalvagedStore
    let report: (SalvageFinding) -> Void

    /// Applies all batches that can be read; what is missing is told.
    ///
    /// - Parameters:
    ///   - position: up to which batch the database has all; nil if that could not be read.
    ///   - isPositionLost: whether there was one.
    /// - Throws: `.system`, or `.archive(.unknownChanges)` for batches of a later version.
    func run(behind position: LogPosition?, isPositionLost: Bool) throws(StoreToolError) {
        if let position {
            try LogRest(in: directory, behind: position).forEach(apply)
            try reportLoss(behind: position)
        } else if isPositionLost {
            try runWithoutPosition()
        }
        try store.flush()
    }

    private func apply(_ batch: LoggedBatch) throws(StoreToolError) {
        try store.apply(batch)
    }

    private func reportLoss(behind position: LogPosition) throws(StoreToolError) {
        do throws(EngineReadError) {
            _ = try LogTail(
                directory: directory + "/" + LogTail.directoryName,
                position: position,
                tableCount: Schema.tables.count
            )
        } catch .logIncomplete(let loss) {
            report(SalvageFinding(.lost, "the log lacks what was acknowledged: \(loss.summary)"))
        } catch {
            throw StoreToolError(error)
        }
    }

    /// Applies the batches that lead to the newest one without a gap.
    ///
    /// What of them the database has already comes to the same again: whatever a key became in them
    /// is what it is at their end. Those before a gap would undo what was done in it.
    private func runWithoutPosition() throws(StoreToolError) {
        guard let extent = try LogExtent.read(ofStoreIn: directory) else {
            report(SalvageFinding(.lost, "where the log stands is not known: it was left out"))
            return
        }
        let position = LogPosition(identity: extent.identity, appliedBatch: 0, hasExtent: true)
        let rest = try LogRest(in: directory, behind: position)
        let run = rest.lastRun
        if let run { try rest.forEach(from: run.lowerBound, apply) }
        var isWhole = true
        for (name, file) in zip(LogRecovery.fileNames, extent.files) {
            if try !isAll(of: file, name, in: run) { isWhole = false }
        }
        report(
            SalvageFinding(
                isWhole ? .recovered : .lost,
                "where the log stands is not known: "
                    + (run.map { "batches \($0.lowerBound) to \($0.upperBound) were applied" }
                        ?? "no batch was applied")
            )
        )
    }

    /// Whether a run of batches has all that a file is known to hold.
    ///
    /// A file is written anew, or overwritten with zeros, only when the database has all of it.
    private func isAll(
        of file: LogExtent.File,
        _ name: String,
        in run: ClosedRange<UInt64>?
    ) throws(StoreToolError) -> Bool {
        if file.lastBatch == 0 { return true }
        if let run, run.contains(file.firstBatch), run.contains(file.lastBatch) { return true }
        let path = directory + "/" + LogTail.directoryName + "/" + name
        do throws(FileError) {
            guard let contents = try LogFileReader(path: path)?.bytes(countMax: file.byteCount)
            else { return false }
            return contents.count == file.byteCount && contents.allSatisfy { $0 == 0 }
        } catch {
            throw .system(path: path, error.code)
        }
    }
}
