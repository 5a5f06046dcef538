import Foundation

/// A directory of one test, removed with all it holds when the last reference to it goes.
public final class TemporaryDirectory: Sendable {
    /// The directory's path, without a slash at its end.
    public let path: String

    /// Creates an empty directory under the system's place for temporary files.
    public init() {
        let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(base)/notelet-test.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            preconditionFailure("No temporary directory can be made in \(base).")
        }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of an entry of this directory.
    public func path(_ name: String) -> String {
        path + "/" + name
    }
}
