internal import Glibc

/// Opens files at paths of which nobody knows what lies there.
///
/// Who opens a pipe waits until somebody opens its other end, which may be for ever, and a device
/// may have no end. So whatever is no plain file is refused before it is read or written.
package enum PlainFile {
    /// What lies at a path.
    package enum Kind: String, Sendable {
        /// A plain file.
        case file
        /// A folder.
        case folder
        /// A named pipe.
        case pipe
        /// The file of a Unix socket.
        case socket
        /// A device.
        case device
        /// A link that leads back to itself, or to others that do.
        case circle = "link that leads in a circle"

        fileprivate init(_ mode: UInt32) {
            self =
                switch mode & S_IFMT {
                case S_IFREG: .file
                case S_IFDIR: .folder
                case S_IFIFO: .pipe
                case S_IFSOCK: .socket
                default: .device
                }
        }
    }

    /// Opens a plain file, as open(2) does, and waits for nobody.
    ///
    /// - Parameters:
    ///   - path: Where it is; links are followed unless the flags say otherwise.
    ///   - flags: Those of open(2).
    ///   - mode: Who may use a file that is made.
    /// - Returns: The descriptor, or -1, with the reason in `errno`: that of
    ///   `SystemError.notPlainFile` for anything else than a plain file.
    package static func open(_ path: String, _ flags: Int32, mode: UInt32 = 0o600) -> Int32 {
        open(path, flags, mode) { $0 == .file }
    }

    /// Opens a plain file or a folder for reading, as open(2) does, and waits for nobody.
    ///
    /// - Parameter path: Where it is.
    /// - Returns: The descriptor, or -1, with the reason in `errno`.
    package static func openFileOrFolder(_ path: String) -> Int32 {
        open(path, O_RDONLY | O_CLOEXEC, 0) { $0 == .file || $0 == .folder }
    }

    /// What lies at a path, at the end of all links; nil if there is nothing, or nobody can tell.
    ///
    /// - Parameter path: The path.
    /// - Returns: What it is.
    package static func kind(at path: String) -> Kind? {
        var status = stat()
        if stat(path, &status) == 0 { return Kind(status.st_mode) }
        return errno == ELOOP ? .circle : nil
    }

    private static func open(
        _ path: String,
        _ flags: Int32,
        _ mode: UInt32,
        isAllowed: (Kind) -> Bool
    ) -> Int32 {
        let descriptor = Glibc.open(path, flags | O_NONBLOCK | O_NOCTTY, mode)
        if descriptor < 0 {
            // "O_NONBLOCK | O_WRONLY is set, the named file is a FIFO, and no process has the FIFO
            // open for reading", or it is a socket, or a device that is not there: open(2).
            if errno == ENXIO || errno == EISDIR { errno = SystemError.notPlainFile.number }
            return -1
        }
        var status = stat()
        let isKnown = fstat(descriptor, &status) == 0
        if isKnown, isAllowed(Kind(status.st_mode)) { return descriptor }
        let reason = isKnown ? SystemError.notPlainFile.number : errno
        close(descriptor)
        errno = reason
        return -1
    }
}
