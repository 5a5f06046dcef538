import CommandLineInterface
import Foundation
import TestSupport
import Testing

@Suite("Files that commands take in")
struct InputFileTests {
    private struct Line: Decodable {
        var name: String
    }

    private func lines(_ text: String) -> [String] {
        InputFile(Data(text.utf8)).lines.map { number, line in
            "\(number) \(String(decoding: line, as: UTF8.self))"
        }
    }

    private func names(_ text: String) throws(CommandFailure) -> [String] {
        try InputFile(Data(text.utf8)).records(like: "{}") { (line: Line) in
            line.name.isEmpty ? nil : line.name
        }
    }

    @Test("Blank lines hold nothing and count")
    func blankLines() {
        #expect(lines("a\n\n \t\nb") == ["1 a", "4 b"])
        #expect(lines("\r\na\r\n\r\nb\r\n") == ["2 a\r", "4 b\r"])
        for empty in ["", "\n", "\r\n", "  \n\t\r\n"] { #expect(lines(empty).isEmpty) }
    }

    @Test("A file is read as far as is allowed")
    func read() throws {
        let folder = TemporaryDirectory()
        let path = folder.path("lines")
        try Data("a\nb\n".utf8).write(to: URL(filePath: path))
        #expect(try InputFile(path: path).lines.count == 2)
        #expect(try InputFile(path: path, byteCountMax: 2).lines.count == 1)
    }

    @Test("A file that is not there is told by its path, and a directory as well")
    func none() {
        let folder = TemporaryDirectory()
        for path in [folder.path("missing"), folder.path] {
            let failure = #expect(throws: CommandFailure.self) { try InputFile(path: path) }
            #expect(failure == CommandFailure(.inputOutput, "The file \(path) cannot be read."))
            let other = #expect(throws: CommandFailure.self) {
                try InputFile(path: path) { "\($0 == .unreadable(path))" }
            }
            #expect(other?.message == "true")
        }
    }

    @Test("Records are bare, or each in a document of its own")
    func records() throws {
        #expect(try names("") == [])
        #expect(try names(#"{"name": "a", "age": 1}"#) == ["a"])
        let documents = #"{"version":1,"member":{"name":"b"}}"# + "\r\n\n" + #"{"name":"c"}"#
        #expect(try names(documents) == ["b", "c"])
    }

    @Test(
        "What is no record is told with the number of its line",
        arguments: [
            "{}", "[]", "nonsense", #"{"name": 1}"#, #"{"name": ""}"#, #"{"member": {"age": 1}}"#,
            #"{"member": {"member": {"name": "a"}}}"#,
        ]
    )
    func broken(_ line: String) {
        let failure = #expect(throws: CommandFailure.self) {
            try names(#"{"name": "a"}"# + "\n\n" + line)
        }
        #expect(failure == CommandFailure(.badData, "Line 3 is not of the form {}."))
    }
}
