/// Why a file with the marks of who was deleted cannot be read.
package enum ErasureFileError: Error, Equatable, Sendable {
    /// It is not as it was written.
    case damaged(path: String)
    /// The system refused, with its `errno`.
    case system(path: String, Int32)
}
