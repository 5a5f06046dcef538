import TestSupport
import Testing

@testable import notelet_bench

@Suite("RESP")
struct RESPTests {
    /// Each kind of reply that is understood, as it goes over the wire.
    static let replies: [(text: String, content: RESPReply.Content)] = [
        ("+OK\r\n", .simple),
        (":1000\r\n", .simple),
        (":-7\r\n", .simple),
        ("-ERR no such key\r\n", .error(1..<16)),
        ("$5\r\nhello\r\n", .bulk(4..<9)),
        ("$0\r\n\r\n", .bulk(4..<4)),
        ("$4\r\n\r\n\r\n\r\n", .bulk(4..<8)),
        ("$-1\r\n", .null),
        ("*-1\r\n", .null),
        ("*0\r\n", .array(count: 0)),
        ("*3\r\n$1\r\na\r\n:5\r\n$-1\r\n", .array(count: 3)),
    ]

    @Test("A whole reply is read", arguments: replies)
    func whole(text: String, content: RESPReply.Content) {
        #expect(read(text) == .reply(content, byteCount: text.utf8.count))
    }

    @Test("What follows a reply is not touched", arguments: replies)
    func followed(text: String, content: RESPReply.Content) {
        for next in ["+", "$5\r\nhel", "\r\n", "*1"] {
            #expect(read(text + next) == .reply(content, byteCount: text.utf8.count))
        }
    }

    @Test("A reply that drips in is incomplete until its last byte", arguments: replies)
    func dripped(text: String, content: RESPReply.Content) {
        let bytes = Array(text.utf8)
        for count in 0..<bytes.count {
            #expect(read(Array(bytes[..<count])) == .incomplete, "\(count) bytes of \(text)")
        }
    }

    @Test("Replies in a row are found one after the other, however they are split")
    func split() {
        let bytes = Self.replies.flatMap { Array($0.text.utf8) }
        for size in 1...bytes.count {
            var found: [RESPReply.Content] = []
            var (start, end) = (0, 0)
            while end < bytes.count {
                end = min(end + size, bytes.count)
                while case .reply(let content, let count) = read(Array(bytes[start..<end])) {
                    found.append(content)
                    start += count
                }
            }
            #expect(found == Self.replies.map(\.content))
            #expect(start == bytes.count)
        }
    }

    @Test(
        "What is no reply is malformed",
        arguments: [
            "x", "GET\r\n", "+OK\n", "+OK\rx", "$x\r\n", "$\r\n", "$-2\r\n", "$1\r\nab\r\n",
            "$1\r\na\rb", "*x\r\n", "*-2\r\n", "*1\r\n*0\r\n", "*1\r\n?\r\n", ":\r\n", ":1a\r\n",
            ":-\r\n", "$9999999999999999999\r\n", "$536870913\r\n", "*1048577\r\n",
        ]
    )
    func malformed(text: String) {
        let found = read(text.contains("\r") || text.contains("\n") ? text : text + "\r\n")
        #expect(found == .malformed)
    }

    @Test("A line without an end is not looked at for ever")
    func endlessLine() {
        let line = "+" + String(repeating: "a", count: RESPReply.lineByteCountMax)
        #expect(read(line) == .malformed)
        #expect(read(String(line.dropLast(2))) == .incomplete)
    }

    @Test("A changed byte never leads beyond the bytes")
    func corrupted() {
        var generator = SeededGenerator()
        for _ in 0..<20_000 {
            var bytes = Self.replies.flatMap { Array($0.text.utf8) }.tail(&generator)
            for _ in 0..<3 where !bytes.isEmpty {
                let index = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[index] = UInt8.random(in: 0...255, using: &generator)
            }
            guard case .reply(let content, let byteCount) = read(bytes) else { continue }
            #expect((1...bytes.count).contains(byteCount), "\(generator)")
            switch content {
            case .bulk(let range), .error(let range):
                #expect(range.upperBound <= byteCount, "\(generator)")
            case .array(let count):
                #expect(count <= byteCount, "\(generator)")
            case .simple, .null:
                continue
            }
        }
    }

    @Test("A command is an array of bulk strings, and its parts are found again")
    func writer() {
        var writer = RESPWriter(partCount: 2)
        writer.write(Array("GET".utf8))
        let key = writer.write(Array("key".utf8))
        #expect(writer.bytes == Array("*2\r\n$3\r\nGET\r\n$3\r\nkey\r\n".utf8))
        #expect(writer.bytes[key] == Array("key".utf8)[...])
        #expect(RESPWriter(["GET", "key"]).bytes == writer.bytes)
        #expect(read(writer.bytes) == .reply(.array(count: 2), byteCount: writer.bytes.count))
    }

    private func read(_ text: String) -> RESPReply { read(Array(text.utf8)) }

    private func read(_ bytes: [UInt8]) -> RESPReply {
        bytes.withUnsafeBytes { RESPReply(reading: $0) }
    }
}

extension [UInt8] {
    /// The bytes from some place on.
    fileprivate func tail(_ generator: inout SeededGenerator) -> [UInt8] {
        Array(self[Int.random(in: 0..<count, using: &generator)...])
    }
}
