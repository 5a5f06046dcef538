package import CommandLineInterface
import Domain
internal import StoreTools
import TextForms

extension ArchiveProblem {
    /// What is told of the archive after the backup at a path: what, which, why, and what to do.
    package func failure(of path: String) -> CommandFailure {
        switch self {
        case .nothingOfLog:
            CommandFailure(
                .refused,
                "The archive has nothing of the store that \(path) was made of: name the folder "
                    + "that its server had as --log-archive, or leave --archive out."
            )
        case .gap(let last, let next):
            CommandFailure(
                .badData,
                "The archive has a gap: after batch \(last) the next one is \(next). Use a backup "
                    + "that was made after it, or --until a moment before it."
            )
        case .incomplete(let folder, let last, let known):
            CommandFailure(
                .badData,
                "The log in \(folder) is known to have had batches up to \(known), and after batch "
                    + "\(last) none is found: name the archive as well, or leave that folder out."
            )
        case .damaged(let file, let batch):
            CommandFailure(
                .badData,
                "\(file) is damaged from batch \(batch) on: use a backup that was made after it, "
                    + "or --until a moment before it."
            )
        case .forked(let file, let batch):
            CommandFailure(
                .badData,
                "\(file) has another batch \(batch) than the file before it: two copies of a store "
                    + "used this archive. Put the files of one of them elsewhere."
            )
        case .untimed(let batch):
            CommandFailure(
                .badData,
                "Batch \(batch) does not say when it was written, since an earlier version wrote "
                    + "it: use a later backup, or leave --until out."
            )
        case .unknownChanges(let batch):
            CommandFailure(
                .configuration,
                "Batch \(batch) holds changes that this program does not know: use a newer one."
            )
        case .earlierThanBackup(let moment):
            CommandFailure(
                .refused,
                "The backup in \(path) is of "
                    + MomentText.text(ofMilliseconds: moment.milliseconds)
                    + ", which is later than --until: use an earlier one."
            )
        case .needed(let file, let backup):
            CommandFailure(
                .refused,
                "Without \(file) the backup in \(backup) could not be brought to a later moment: "
                    + "name an earlier time with --before, or leave that backup out."
            )
        }
    }
}
