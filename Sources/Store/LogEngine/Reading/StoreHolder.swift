internal import Glibc
internal import OperatingSystem

/// The process that has a store open for writing, found without touching its lock.
///
/// Trying the lock would take it for a moment, in which a server could not start. The kernel lists
/// who holds which lock (proc_locks(5)).
package struct StoreHolder: Sendable, Equatable {
    /// The process; 0 if it lives in another namespace.
    package let processIdentifier: Int32

    /// Finds the holder of the store in a directory; nil if nobody has it open.
    package init?(ofStoreIn directory: String) {
        var status = stat()
        guard unsafe stat(directory + "/lock", &status) == 0,
            let list = Self.contents(ofFileAt: "/proc/locks")
        else { return nil }
        // Of the device only the file system itself knows under which number it is listed.
        let suffix = ":\(status.st_ino)"
        for line in list.split(separator: "\n") {
            let words = line.split(separator: " ")
            guard words.count >= 6, words[1] == "FLOCK", words[5].hasSuffix(suffix) else {
                continue
            }
            processIdentifier = Int32(words[4]) ?? 0
            return
        }
        return nil
    }

    private static func contents(ofFileAt path: String) -> String? {
        let descriptor = PlainFile.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = unsafe read(descriptor, &chunk, chunk.count)
            guard count > 0 else { break }
            bytes.append(contentsOf: chunk[..<count])
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
