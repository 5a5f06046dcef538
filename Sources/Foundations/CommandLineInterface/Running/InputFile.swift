package import Foundation

/// A file that a command takes in; `-` is standard input.
///
/// One that has a record in each line is as people write and save it: lines may end as on Windows,
/// and blank ones hold nothing, but count. A line that is refused is told by the number that an
/// editor shows.
package struct InputFile {
    /// What is in the file.
    package let content: Data
    private let tell: (Problem) -> String

    /// Why a file is not taken in.
    package enum Problem: Equatable, Sendable {
        /// There is none of this path, it cannot be read, or it is a folder.
        case unreadable(String)
        /// The line of this number is no record, of which one is like the example.
        case brokenLine(Int, example: String)

        /// What is said of it in English.
        package var english: String {
            switch self {
            case .unreadable(let path): "The file \(path.terminalSafe) cannot be read."
            case .brokenLine(let number, let example):
                "Line \(number) is not of the form \(example)."
            }
        }
    }

    /// Takes what a file holds.
    package init(_ content: Data, telling tell: @escaping (Problem) -> String = \.english) {
        self.content = content
        self.tell = tell
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - path: Which file.
    ///   - byteCountMax: How much of it is read.
    ///   - tell: What is said of a problem.
    /// - Throws: `CommandFailure` where it cannot be read.
    package init(
        path: String,
        byteCountMax: Int = .max,
        telling tell: @escaping (Problem) -> String = \.english
    ) throws(CommandFailure) {
        let file = path == "-" ? .standardInput : FileHandle(forReadingAtPath: path)
        guard let file, let content = try? file.read(upToCount: byteCountMax) ?? Data() else {
            throw CommandFailure(.inputOutput, tell(.unreadable(path)))
        }
        self.init(content, telling: tell)
    }

    /// The records of a file that has one in each line as JSON, bare or in a document, as lists
    /// write them.
    ///
    /// - Parameters:
    ///   - example: A line, for who has written another one.
    ///   - record: Makes a record of what a line says; nil where it can be none.
    /// - Returns: The records, in the order of the lines.
    /// - Throws: `CommandFailure` that says which line is no record.
    package func records<Line: Decodable, Record>(
        like example: String,
        _ record: (Line) -> Record?
    ) throws(CommandFailure) -> [Record] {
        var records: [Record] = []
        for (number, text) in lines {
            let line = try? JSONDecoder().decode(WrittenRecord<Line>.self, from: text).record
            guard let line, let record = record(line) else {
                throw CommandFailure(.badData, tell(.brokenLine(number, example: example)))
            }
            records.append(record)
        }
        return records
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

/// A record as a line has it: bare, or as a member of a document.
private struct WrittenRecord<Record: Decodable>: Decodable {
    let record: Record

    init(from decoder: any Decoder) throws {
        if let record = try? Record(from: decoder) {
            self.record = record
            return
        }
        let members = try [String: Member](from: decoder)
        guard let record = members.values.lazy.compactMap(\.record).first else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "no record")
            )
        }
        self.record = record
    }

    /// What a document has under a name, which may be something else.
    private struct Member: Decodable {
        let record: Record?

        init(from decoder: any Decoder) {
            record = try? Record(from: decoder)
        }
    }
}
