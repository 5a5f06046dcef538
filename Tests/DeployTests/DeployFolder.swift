import Foundation

/// The folder `deploy`, found from the place of this file.
enum DeployFolder {
    /// The top of the repository.
    static let repository = URL(filePath: #filePath)
        .deletingLastPathComponent()  // DeployTests
        .deletingLastPathComponent()  // Tests
        .deletingLastPathComponent()

    static func path(of name: String) -> String {
        repository.appending(path: "deploy/" + name).path
    }

    static func text(of name: String) throws -> String {
        try String(contentsOfFile: path(of: name), encoding: .utf8)
    }
}
