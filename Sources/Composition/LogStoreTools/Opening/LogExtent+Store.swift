internal import LogEngine
internal import StoreTools

extension LogExtent {
    /// Reads how far the log of the store in a folder reaches; nil where nothing sound says so, as
    /// in a store that was never opened.
    ///
    /// - Throws: `.system` where the file cannot be read.
    static func read(ofStoreIn directory: String) throws(StoreToolError) -> LogExtent? {
        let path = directory + "/" + LogTail.directoryName + "/" + fileName
        do throws(FileError) {
            guard let file = try LogFileReader(path: path) else { return nil }
            return read(try file.bytes(countMax: fileByteCount))?.extent
        } catch {
            throw .system(path: path, error.code)
        }
    }
}
