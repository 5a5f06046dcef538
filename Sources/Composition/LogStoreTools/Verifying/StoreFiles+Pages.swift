internal import LMDB
internal import LogEngine
package import StoreTools

extension StoreFiles {
    /// Looks at each page that the database of a store would follow, before anything follows one.
    ///
    /// The file of a store that nobody has open is read without being mapped, so that no damage
    /// ends the process. That of one in use is open anyway; there a walk sees one state of it.
    ///
    /// What is wrong with the file as a whole is left for opening it, which says it better.
    ///
    /// - Parameters:
    ///   - directory: the folder of the store.
    ///   - report: is told of each damaged page, as it is found.
    /// - Returns: How many findings there are; other checks may not come to an end then.
    /// - Throws: Why the files of a store in use cannot be opened.
    package static func verifyPages(
        ofStoreIn directory: String,
        report: @escaping (StoreFinding) -> Void
    ) throws(StoreToolError) -> Int {
        guard StoreHolder(ofStoreIn: directory) == nil else {
            return try StoreFiles(directory: directory).verifyPages(report: report)
        }
        do throws(LMDBError) {
            let path = directory + "/data/data.mdb"
            let check = try PageCheck(ofFileAt: path, within: nil) { report(StoreFinding($0)) }
            return check.damage?.count ?? 0
        } catch {
            return 0
        }
    }

    private func verifyPages(
        report: @escaping (StoreFinding) -> Void
    ) throws(StoreToolError) -> Int {
        do throws(LMDBError) {
            let findings = DangerousFindings { report(StoreFinding($0)) }
            try reader.environment.withPageWalk(visitor: findings) { $0.finish() }
            return findings.damage.count
        } catch {
            throw StoreToolError(EngineReadError(error))
        }
    }
}
