internal import Glibc
internal import LMDB
internal import OperatingSystem

/// A file beside the store's own that tells the next opening that something came out of an archive
/// from which something was erased: notes of which nothing is left but their places, and entries of
/// what is not there.
///
/// A restoration leaves it; whoever has deleted these takes it away.
enum BlankMark {
    private static func path(inStore directory: String) -> String { directory + "/blanked" }

    static func isThere(inStore directory: String) -> Bool {
        FileSystem.exists(path(inStore: directory))
    }

    /// Leaves the mark, durably.
    ///
    /// - Throws: `SystemError`.
    static func leave(inStore directory: String) throws(SystemError) {
        try FileReplacement.write([], to: path(inStore: directory))
    }

    static func remove(inStore directory: String) {
        unlink(path(inStore: directory))
    }
}
