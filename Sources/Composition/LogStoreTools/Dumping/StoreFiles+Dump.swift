package import Cryptography
internal import Records
package import StoreTools

extension StoreFiles {
    /// Writes a dump that does not tell who sent anonymous notes.
    ///
    /// - Parameters:
    ///   - selection: what it shows; its senders are left out whatever it says, since a dump with
    ///     them must be recorded in the store.
    ///   - masterKey: the key of the store.
    ///   - output: where it goes.
    ///   - progress: is told how many records were looked at.
    /// - Returns: How much it shows.
    /// - Throws: Why the store cannot be read, or what `output` and `progress` throw.
    package func dump(
        _ selection: DumpSelection,
        masterKey: MasterKey,
        to output: any DumpOutput,
        progress: @escaping StoreProgress
    ) throws(StoreToolError) -> DumpSummary {
        precondition(selection.senders == .leftOut, "Files that are only read record nothing.")
        let secrets = StoreSecrets(masterKey: masterKey)
        return try read { view throws(StoreToolError) in
            try StoreDescription(view).check(secrets)
            return try StoreDump(
                view: view,
                secrets: secrets,
                selection: selection,
                progress: progress
            ).write(to: output)
        }
    }
}
