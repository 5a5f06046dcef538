import Foundation
import Glibc

/// What may lie where a plain file is expected, and is none.
package enum StrangeItem: String, CaseIterable, Sendable {
    /// A named pipe that nobody else has open.
    case pipe
    /// The file of a Unix socket.
    case socket
    /// A folder.
    case folder
    /// A link to a device, which gives bytes without end.
    case device
    /// A link that leads to itself.
    case circle = "link that leads in a circle"

    /// Makes one.
    ///
    /// - Parameter path: Where; nothing may be there.
    /// - Throws: `ProgramRun.Failure`.
    package func make(at path: String) throws {
        let isMade =
            switch self {
            case .pipe: mkfifo(path, 0o600) == 0
            // "Only a privileged process may make devices"; a socket's file anybody: mknod(2).
            case .socket: mknod(path, S_IFSOCK | 0o600, 0) == 0
            case .folder: mkdir(path, 0o700) == 0
            case .device: symlink("/dev/zero", path) == 0
            case .circle: symlink(path, path) == 0
            }
        guard isMade else {
            throw ProgramRun.Failure(description: "no \(self) at \(path): \(errno)")
        }
    }
}
