import CommandLineInterface
import Foundation
import TestSupport
import Testing

@Suite("Files with a record in each line")
struct LineFileTests {
    private func lines(_ text: String) -> [String] {
        LineFile(Data(text.utf8)).lines.map { number, line in
            "\(number) \(String(decoding: line, as: UTF8.self))"
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
        #expect(LineFile(path: path)?.lines.count == 2)
        #expect(LineFile(path: path, byteCountMax: 2)?.lines.count == 1)
    }

    @Test("A file that is not there is none, and a directory is none either")
    func none() {
        let folder = TemporaryDirectory()
        #expect(LineFile(path: folder.path("missing")) == nil)
        #expect(LineFile(path: folder.path) == nil)
    }
}
