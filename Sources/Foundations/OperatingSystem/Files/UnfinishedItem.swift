internal import CLinux
internal import Foundation
internal import Glibc

/// A file or a folder that is built beside its place, to be moved there when it is whole.
///
/// It is called `PLACE.new.` and 16 hexadecimal digits, and only its owner may read it. Who builds
/// it holds a lock on it (flock(2)), which ends with the process, however that ends: so whoever
/// comes next can tell what was abandoned from what is still being built. Where a file system has
/// no such lock, as NFS has none for folders, nobody can tell, and nothing is taken for abandoned.
package struct UnfinishedItem: ~Copyable {
    /// Where it is until it is moved.
    package let path: String
    /// The open file or folder, which bears the lock.
    let descriptor: Int32

    private init?(_ descriptor: Int32, at path: String) {
        let isHeld = flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
        guard isHeld, Self.isThere(descriptor, at: path) else {
            close(descriptor)
            return nil
        }
        self.path = path
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Begins an empty file beside a place, open for writing.
    ///
    /// - Parameter place: The place, which need not be taken.
    /// - Returns: The file.
    /// - Throws: `SystemError`.
    package static func file(beside place: String) throws(SystemError) -> UnfinishedItem {
        try begin(beside: place) { path in
            open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        }
    }

    /// Begins an empty folder beside a place.
    ///
    /// - Parameter place: The place, which need not be taken.
    /// - Returns: The folder.
    /// - Throws: `SystemError`.
    package static func folder(beside place: String) throws(SystemError) -> UnfinishedItem {
        try begin(beside: place) { path in
            guard mkdir(path, 0o700) == 0 else { return -1 }
            let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
            // Somebody removed it before it had its lock: as if the name had been taken.
            if descriptor < 0, errno == ENOENT { errno = EEXIST }
            return descriptor
        }
    }

    /// Changes places with what is at a path, at one moment: nobody ever finds nothing there.
    ///
    /// What was there has the name of this item then, and no lock: if this process is killed, it
    /// counts as abandoned.
    ///
    /// - Parameter place: The path, where something has to be.
    /// - Throws: `SystemError`, which is `EINVAL` on a file system that cannot do it.
    package borrowing func exchange(with place: String) throws(SystemError) {
        let result = renameat2(AT_FDCWD, path, AT_FDCWD, place, shim_rename_exchange)
        guard result == 0 else { throw .last }
    }

    /// Removes what was built beside a place by processes that are no more.
    ///
    /// What cannot be removed stays, and is harmless.
    ///
    /// - Parameter place: The place.
    /// - Returns: The paths of what was removed, in the order of their names.
    package static func removeAbandoned(beside place: String) -> [String] {
        let (folder, name) = split(place)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { isName($0, of: name) }.sorted()
            .map { place.dropLast(name.count) + $0 }
            .filter { removeIfAbandoned($0) }
    }

    /// Opens items of random names until nobody else has one.
    private static func begin(
        beside place: String,
        _ make: (String) -> Int32
    ) throws(SystemError) -> UnfinishedItem {
        while true {
            let path = place + infix + digits(.random(in: .min ... .max))
            let descriptor = make(path)
            guard descriptor >= 0 || errno == EEXIST else { throw .last }
            // Who takes it for abandoned before it has its lock removes it.
            if descriptor >= 0, let item = UnfinishedItem(descriptor, at: path) { return item }
        }
    }

    private static func removeIfAbandoned(_ path: String) -> Bool {
        // Not to wait for whoever may be at the other end of a pipe of this name.
        let flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        var descriptor = open(path, O_RDWR | flags)
        if descriptor < 0, errno == EISDIR { descriptor = open(path, O_RDONLY | flags) }
        guard descriptor >= 0 else { return false }
        // It is locked until it is gone, so that two do not remove what a third one begins.
        defer { close(descriptor) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, isThere(descriptor, at: path) else {
            return false
        }
        return (try? FileManager.default.removeItem(atPath: path)) != nil
    }

    /// Whether what is open is what has the name.
    private static func isThere(_ descriptor: Int32, at path: String) -> Bool {
        var (opened, named) = (stat(), stat())
        return fstat(descriptor, &opened) == 0 && lstat(path, &named) == 0
            && opened.st_dev == named.st_dev && opened.st_ino == named.st_ino
    }

    private static let infix = ".new."

    private static func digits(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Whether a file is called as what is built beside a place of this name, and nothing else is.
    private static func isName(_ name: String, of place: String) -> Bool {
        guard name.hasPrefix(place + infix) else { return false }
        let end = name.dropFirst(place.count + infix.count)
        return UInt64(end, radix: 16).map { digits($0) == end } ?? false
    }

    /// The folder of a path, and the name in it.
    static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (".", path) }
        let name = String(path[path.index(after: slash)...])
        return (slash == path.startIndex ? "/" : String(path[..<slash]), name)
    }
}
