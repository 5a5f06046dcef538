import CommandLineInterface
internal import StoreTools

extension BackupProblem {
    /// What is told of the backup at a path: what, which, why, and what to do.
    func failure(of path: String) -> CommandFailure {
        switch self {
        case .missing:
            CommandFailure(
                .configuration,
                "There is no backup in \(path): name a folder that 'backup create' made."
            )
        case .foreign:
            CommandFailure(
                .badData,
                "\(path)/manifest.json is not the manifest of a backup: name a folder that "
                    + "'backup create' made."
            )
        case .newerFormat(let found, let supported):
            CommandFailure(
                .configuration,
                "The backup in \(path) has form \(found), and this program knows up to "
                    + "\(supported): use a newer one."
            )
        case .damaged(let reason):
            CommandFailure(
                .badData,
                "The backup in \(path) is damaged: \(reason). Nothing was restored; use "
                    + "another one."
            )
        case .notReadBack(let reason):
            CommandFailure(
                .inputOutput,
                "The disk does not give back what was written for \(path): \(reason). Nothing was "
                    + "kept; try another disk."
            )
        }
    }
}
