import Glibc

extension FileSystem {
    /// Whether a directory holds nothing.
    package static func isEmptyDirectory(_ path: String) -> Bool {
        (try? names(in: path).isEmpty) ?? false
    }

    /// Removes a directory with all that it holds; links are removed and not followed.
    package static func removeTree(_ path: String) throws(LMDBError) {
        for name in try names(in: path) {
            let entry = path + "/" + name
            var status = stat()
            try checkErrno { unsafe lstat(entry, &status) }
            if status.st_mode & S_IFMT == S_IFDIR {
                try removeTree(entry)
            } else {
                try checkErrno { unsafe unlink(entry) }
            }
        }
        try checkErrno { unsafe rmdir(path) }
    }
}
