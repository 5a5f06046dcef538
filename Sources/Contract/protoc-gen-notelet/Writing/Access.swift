/// Who may use what is written; it is described by its word in Swift.
enum Access: String, CustomStringConvertible {
    /// Whoever uses the library.
    case applications = "public"
    /// The modules of this project alone.
    case project = "package"

    var description: String { rawValue }
}
