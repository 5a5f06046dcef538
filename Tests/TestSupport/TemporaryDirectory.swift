import OperatingSystem

/// A directory of one test, removed with all it holds when the last reference to it goes.
public final class TemporaryDirectory: Sendable {
    private let folder: TemporaryFolder

    /// Where a directory is made.
    public enum Place: Sendable {
        /// The system's place for temporary files: on a disk, as what the tests are about will be.
        case disk
        /// The system's memory, for tests that write much and are about other things than a disk:
        /// there a flush takes no time. Where there is no such place, or little room, the disk.
        case memory
    }

    /// Creates an empty directory.
    public init(in place: Place = .disk) {
        do {
            folder = try TemporaryFolder(
                named: "notelet-test",
                in: place == .memory ? .memory : .disk
            )
        } catch {
            preconditionFailure("No temporary directory can be made: \(error)")
        }
    }

    /// The directory's path, without a slash at its end.
    public var path: String { folder.path }

    /// The path of an entry of this directory.
    public func path(_ name: String) -> String {
        path + "/" + name
    }
}
