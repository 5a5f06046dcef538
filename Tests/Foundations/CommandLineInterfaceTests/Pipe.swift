import CommandLineInterface
import Glibc

/// A pipe whose far end a test reads; both ends close with it.
final class Pipe {
    let reading: Int32
    let writing: Int32
    private var isWritingOpen = true

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw ExitCode.inputOutput }
        reading = ends[0]
        writing = ends[1]
    }

    deinit {
        close(reading)
        closeWriting()
    }

    func closeWriting() {
        if isWritingOpen { close(writing) }
        isWritingOpen = false
    }

    func write(_ text: String) {
        var text = text
        text.withUTF8 { _ = Glibc.write(writing, $0.baseAddress, $0.count) }
    }

    /// All that was written, after closing the writing end.
    func text() -> String {
        closeWriting()
        return String(decoding: readBytes(from: reading) { false }, as: UTF8.self)
    }
}

/// Reads until the end, or until the bytes so far are enough.
func readBytes(from descriptor: Int32, isEnough: () -> Bool) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while !isEnough() {
        let count = read(descriptor, &chunk, chunk.count)
        guard count > 0 else { break }
        bytes += chunk[..<count]
    }
    return bytes
}
