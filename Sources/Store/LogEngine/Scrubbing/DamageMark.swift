internal import Glibc
internal import LMDB
internal import OperatingSystem

/// A file beside the store's own that tells the next start to look at each page.
///
/// A process leaves it that met a damaged page; the check that finds nothing takes it away.
package enum DamageMark {
    /// The name in the directory of the store.
    static let name = "damaged"

    /// Where the mark of a store is, if there is one.
    package static func path(inStore directory: String) -> String { directory + "/" + name }

    static func isThere(inStore directory: String) -> Bool {
        FileSystem.exists(path(inStore: directory))
    }

    /// Leaves the mark; where there is no room for it, the next start does as after a bad end.
    static func leave(inStore directory: String) {
        let path = path(inStore: directory)
        let descriptor = PlainFile.open(path, O_WRONLY | O_CREAT | O_CLOEXEC)
        if descriptor >= 0 { close(descriptor) }
    }

    static func remove(inStore directory: String) {
        unsafe unlink(path(inStore: directory))
    }
}
