/// Who may use what is written; it is described by its word in Swift.
enum Access: String, CustomStringConvertible {
    /// Whoever uses the library.
    case applications = "public"
    /// The modules of this project alone.
    case project = "package"

    var description: String { rawValue }

    /// Who may use what a package declares: what operators ask is served apart, and their programs
    /// are of this project, so a package of theirs, `notelet.admin.v1`, stays in it.
    init(ofPackage package: String) {
        self = package.split(separator: ".").contains("admin") ? .project : .applications
    }
}
