import Glibc

extension FileSystem {
    /// Whether a directory holds nothing.
    package static func isEmptyDirectory(_ path: String) -> Bool {
        (try? names(in: path).isEmpty) ?? false
    }

    /// Removes a directory with all that it holds; links are removed and not followed.
    ///
    /// - Parameters:
    ///   - path: The directory.
    ///   - mayGoOn: Is asked before each name that is removed.
    /// - Returns: Whether all is gone, since it might go on.
    /// - Throws: `.io`; what is left then is any part of it.
    @discardableResult
    package static func removeTree(
        _ path: String,
        while mayGoOn: () -> Bool = { true }
    ) throws(LMDBError) -> Bool {
        guard try removeContents(of: path, while: mayGoOn), mayGoOn() else { return false }
        try checkErrno { unsafe rmdir(path) }
        return true
    }

    /// Removes what a directory holds, but for some names.
    ///
    /// - Parameters:
    ///   - path: The directory.
    ///   - kept: The names that stay.
    ///   - mayGoOn: Is asked before each name that is removed.
    /// - Returns: Whether all is gone, since it might go on.
    /// - Throws: `.io`; what is left then is any part of it.
    package static func removeContents(
        of path: String,
        but kept: Set<String> = [],
        while mayGoOn: () -> Bool = { true }
    ) throws(LMDBError) -> Bool {
        for name in try names(in: path) where !kept.contains(name) {
            guard mayGoOn() else { return false }
            let entry = path + "/" + name
            var status = stat()
            try checkErrno { unsafe lstat(entry, &status) }
            if status.st_mode & S_IFMT == S_IFDIR {
                guard try removeTree(entry, while: mayGoOn) else { return false }
            } else {
                try checkErrno { unsafe unlink(entry) }
            }
        }
        return true
    }
}
