internal import Foundation
internal import Glibc

/// What is known about the terminal behind a file descriptor.
package enum Terminal {
    /// The width of a page that nobody told the width of.
    package static let standardWidth = 80

    /// The environment of the process.
    package static var environment: [String: String] {
        ProcessInfo.processInfo.environment
    }

    /// Returns the width in cells: the terminal's own, else `COLUMNS`, else `standardWidth`.
    package static func width(of descriptor: Int32, environment: [String: String]) -> Int {
        var size = winsize()
        if ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 {
            return Int(size.ws_col)
        }
        if let text = environment["COLUMNS"], let columns = Int(text), columns > 0 {
            return columns
        }
        return standardWidth
    }
}
