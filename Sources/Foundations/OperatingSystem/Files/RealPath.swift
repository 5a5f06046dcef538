internal import Foundation
internal import Glibc

/// Where a path leads, whatever links and dots it has: two paths of one place have one.
///
/// What is not there yet is taken to be made as it is named, and where a link leads to it, there.
package struct RealPath: Hashable, Sendable {
    /// The names from the root on.
    private let names: [String]

    /// Links that lead nowhere are followed so often, as Linux follows links: they may lead to
    /// each other.
    private static let linkCountMax = 40

    /// Follows a path.
    ///
    /// - Parameter path: The path, from the working folder on unless it begins with a slash.
    package init(_ path: String) {
        var rest = path.split(separator: "/").map(String.init)
        var place =
            path.hasPrefix("/") ? "/" : FileManager.default.currentDirectoryPath
        var missing: [String] = []
        var linkCount = 0
        rest.reverse()
        while let name = rest.popLast() {
            if name == "." { continue }
            if !missing.isEmpty {
                // A folder that is made is none that a link leads to.
                if name == ".." { missing.removeLast() } else { missing.append(name) }
            } else if let next = Self.resolved(place + "/" + name) {
                place = next
            } else if linkCount < Self.linkCountMax, let target = Self.target(place + "/" + name) {
                linkCount += 1
                if target.hasPrefix("/") { place = "/" }
                rest += target.split(separator: "/").reversed().map(String.init)
            } else if name != ".." {
                missing.append(name)
            }
        }
        names = place.split(separator: "/").map(String.init) + missing
    }

    private init(names: [String]) {
        self.names = names
    }

    private static func resolved(_ path: String) -> String? {
        guard let found = realpath(path, nil) else { return nil }
        defer { free(found) }
        return String(cString: found)
    }

    /// Where a link says that it leads; nil for what is none.
    private static func target(_ path: String) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: path)
    }

    /// The path from the root on.
    package var text: String { "/" + names.joined(separator: "/") }

    /// Whether it is a folder, or lies in it, however deep.
    ///
    /// - Parameter folder: The folder.
    /// - Returns: Whether it does.
    package func isWithin(_ folder: RealPath) -> Bool {
        names.starts(with: folder.names)
    }

    /// The folders that it lies in, from the nearest one to the root.
    package var enclosing: [RealPath] {
        names.indices.reversed().map { RealPath(names: Array(names[..<$0])) }
    }
}
