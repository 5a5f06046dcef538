import Foundation

/// A directory of one test, removed with all it holds when the last reference to it goes.
public final class TemporaryDirectory: Sendable {
    /// The directory's path, without a slash at its end.
    public let path: String

    /// Where a directory is made.
    public enum Place: Sendable {
        /// The system's place for temporary files: on a disk, as what the tests are about will be.
        case disk
        /// The system's memory, for tests that write much and are about other things than a disk:
        /// there a flush takes no time. Where there is no such place, or little room, the disk.
        case memory

        /// What a place in memory must have left: containers have one of 64 MiB, and a full one
        /// would fail tests.
        private static let roomByteCountMin: UInt = 1 << 30

        var path: String {
            let temporary = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
            switch self {
            case .disk: return temporary
            case .memory: return Self.hasRoom("/dev/shm") ? "/dev/shm" : temporary
            }
        }

        private static func hasRoom(_ path: String) -> Bool {
            var figures = statvfs()
            guard statvfs(path, &figures) == 0, access(path, W_OK) == 0 else { return false }
            return figures.f_bavail * figures.f_frsize >= roomByteCountMin
        }
    }

    /// Creates an empty directory.
    public init(in place: Place = .disk) {
        let base = place.path
        var template = Array("\(base)/notelet-test.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            preconditionFailure("No temporary directory can be made in \(base).")
        }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of an entry of this directory.
    public func path(_ name: String) -> String {
        path + "/" + name
    }
}
