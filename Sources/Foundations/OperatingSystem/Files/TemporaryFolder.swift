internal import Foundation
internal import Glibc
internal import Locking

/// A folder that is removed, with all it holds, when the last reference to it goes, or at last when
/// the process ends in order.
package final class TemporaryFolder: Sendable {
    /// The folder's path, without a slash at its end.
    package let path: String

    /// The folders that are there.
    private static let paths = Mutex<Set<String>>([])
    /// Has those removed that are there when the process ends.
    private static let isRemovingAtEnd: Bool = {
        atexit { TemporaryFolder.removeAll() } == 0
    }()

    /// Where a folder is made.
    package enum Place: Sendable {
        /// The system's place for temporary files.
        case disk
        /// The system's memory, where a flush takes no time; where there is no such place, or
        /// little room, the disk.
        case memory

        /// What a place in memory must have left: containers have one of 64 MiB, which a store
        /// alone can fill.
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

    /// Makes an empty folder, whose name begins with `name` and which its owner alone may open.
    ///
    /// - Throws: `SystemError` when it cannot be made.
    package init(named name: String, in place: Place = .disk) throws(SystemError) {
        var template = Array("\(place.path)/\(name).XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw SystemError(errno) }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        _ = Self.isRemovingAtEnd
        _ = Self.paths.withLock { [path] in $0.insert(path) }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
        _ = Self.paths.withLock { $0.remove(path) }
    }

    private static func removeAll() {
        for path in paths.withLock(\.self) { try? FileManager.default.removeItem(atPath: path) }
    }
}
