package import Foundation

/// A file that has a record in each line, as people write and save it.
///
/// Lines may end as on Windows. Blank ones hold nothing, and count nevertheless: a line that is
/// refused is told by the number that an editor shows.
package struct LineFile {
    /// What is in the file.
    private let content: Data

    /// Takes what a file holds.
    package init(_ content: Data) {
        self.content = content
    }

    /// Reads a file, or standard input for `-`.
    ///
    /// There is none if the file is missing, cannot be read, or is a directory.
    ///
    /// - Parameters:
    ///   - path: Which file.
    ///   - byteCountMax: How much of it is read.
    package init?(path: String, byteCountMax: Int = .max) {
        let file = path == "-" ? .standardInput : FileHandle(forReadingAtPath: path)
        guard let file else { return nil }
        do {
            content = try file.read(upToCount: byteCountMax) ?? Data()
        } catch {
            return nil
        }
    }

    /// The lines that hold something, each with its number, of which the first is 1.
    package var lines: [(number: Int, line: Data)] {
        content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .enumerated()
            .compactMap { index, line in
                line.allSatisfy(\.isBlank) ? nil : (index + 1, Data(line))
            }
    }
}

extension UInt8 {
    /// Whether JSON takes it for space between values.
    fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D }
}
