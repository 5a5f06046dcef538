import TestSupport
import Testing

@testable import notelet_bench

@Suite("NATS")
struct NATSTests {
    /// Each kind of operation that is understood, as it goes over the wire.
    static let operations: [(text: String, content: NATSOperation.Content)] = [
        ("INFO {\"version\":\"2.15.1\",\"proto\":1} \r\n", .notice),
        ("+OK\r\n", .notice),
        ("PONG\r\n", .notice),
        ("PING\r\n", .ping),
        ("-ERR 'Stale Connection'\r\n", .error(5..<23)),
        ("MSG a 1 5\r\nhello\r\n", .message(subject: 4..<5, payload: 11..<16)),
        ("MSG a.b 12 c.d 0\r\n\r\n", .message(subject: 4..<7, payload: 18..<18)),
        ("MSG a 1 4\r\n\r\n\r\n\r\n", .message(subject: 4..<5, payload: 11..<15)),
    ]

    @Test("A whole operation is read, and what follows it is not touched", arguments: operations)
    func whole(text: String, content: NATSOperation.Content) {
        for next in ["", "P", "MSG a 1 5\r\nhel", "\r\n"] {
            let found = read(text + next)
            #expect(found == .operation(content, byteCount: text.utf8.count))
        }
    }

    @Test("An operation that drips in is incomplete until its last byte", arguments: operations)
    func dripped(text: String, content: NATSOperation.Content) {
        let bytes = Array(text.utf8)
        for count in 0..<bytes.count {
            #expect(read(Array(bytes[..<count])) == .incomplete, "\(count) bytes of \(text)")
        }
    }

    @Test("Operations in a row are found one after the other, however they are split")
    func split() {
        let bytes = Self.operations.flatMap { Array($0.text.utf8) }
        for size in 1...bytes.count {
            var found: [NATSOperation.Content] = []
            var (start, end) = (0, 0)
            while end < bytes.count {
                end = min(end + size, bytes.count)
                while case .operation(let content, let count) = read(Array(bytes[start..<end])) {
                    found.append(content)
                    start += count
                }
            }
            #expect(found == Self.operations.map(\.content))
            #expect(start == bytes.count)
        }
    }

    @Test(
        "What is no operation is malformed",
        arguments: [
            "x\r\n", "\r\n", "PING\n", "PING\rx", "PINGS\r\n", "MSG\r\n", "MSG a\r\n",
            "MSG a 1\r\n", "MSG a 1 x\r\n", "MSG a 1 -1\r\n", "MSG a 1 b 5 6\r\n",
            "MSG  1 5\r\n", "MSG a 1 5\r\nhelloo", "MSG a 1 5\r\nhello\rx",
            "MSG a 1 1048577\r\n", "MSG a 1 9999999999999999999\r\n",
        ]
    )
    func malformed(text: String) {
        #expect(read(text) == .malformed)
    }

    @Test("A line without an end is not looked at for ever")
    func endlessLine() {
        let line = String(repeating: "a", count: NATSOperation.lineByteCountMax)
        #expect(read(line) == .malformed)
        #expect(read(String(line.dropLast())) == .incomplete)
    }

    @Test("A changed byte never leads beyond the bytes")
    func corrupted() {
        var generator = SeededGenerator()
        for _ in 0..<20_000 {
            let text = Self.operations.randomElement(using: &generator)?.text ?? ""
            var bytes = Array(text.utf8)
            for _ in 0..<2 {
                let index = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[index] = UInt8.random(in: 0...255, using: &generator)
            }
            guard case .operation(let content, let byteCount) = read(bytes) else { continue }
            #expect((1...bytes.count).contains(byteCount), "\(generator)")
            if case .message(let subject, let payload) = content {
                #expect(subject.upperBound < payload.lowerBound, "\(generator)")
                #expect(payload.upperBound + 2 == byteCount, "\(generator)")
            }
        }
    }

    @Test("A send is published on its receiver's subject, after one greeting")
    func publish() throws {
        var caller = NATSCaller(try PeerMaterial.material(.many(.send)), connection: 12)
        var output = ByteBuffer()
        let call = caller.makeCall(&output, sequence: 340, start: 0)
        let first = String(decoding: output.bytes, as: UTF8.self)
        #expect(first.hasPrefix("CONNECT {\"verbose\":false,"))
        let heads = "}\r\nSUB _INBOX.12.* 1\r\nPUB note.\(call.user) _INBOX.12.340 128\r\n"
        #expect(first.contains(heads))
        #expect(first.hasSuffix("\r\n"))
        output.removeAll()
        let next = caller.makeCall(&output, sequence: 341, start: 0)
        let head = "PUB note.\(next.user) _INBOX.12.341 128\r\n"
        #expect(String(decoding: output.bytes, as: UTF8.self).hasPrefix(head))
        #expect(output.count == head.utf8.count + 128 + 2)
    }

    @Test("Acknowledgements belong to the calls whose numbers they bear, and each is looked at")
    func acknowledgements() throws {
        var caller = NATSCaller(try PeerMaterial.material(.many(.send)), connection: 3)
        let payloads = [
            "{\"stream\":\"notes\",\"seq\":71}", "{\"stream\":\"others\",\"seq\":71}",
            "{\"stream\":\"notes\",\"seq\":}", "{\"stream\":\"notes\",\"seq\":7x}",
            "{\"error\":{\"code\":503},\"stream\":\"notes\",\"seq\":0}", "",
        ]
        let texts = try answers(of: &caller, to: "INFO {}\r\n" + messages(payloads, "_INBOX.3."))
        #expect(texts == ["0 receipt"] + (1..<payloads.count).map { "\($0) wrong answer" })
    }

    @Test("A question of the server is answered with the next call, and once")
    func pong() throws {
        var caller = NATSCaller(try PeerMaterial.material(.many(.send)), connection: 3)
        var output = ByteBuffer()
        _ = caller.makeCall(&output, sequence: 0, start: 0)
        #expect(try answers(of: &caller, to: "PING\r\n").isEmpty)
        for expected in ["PONG\r\nPUB note.", "PUB note."] {
            output.removeAll()
            _ = caller.makeCall(&output, sequence: 1, start: 0)
            #expect(String(decoding: output.bytes, as: UTF8.self).hasPrefix(expected))
        }
    }

    @Test(
        "What belongs to no call ends the connection",
        arguments: [
            "-ERR 'no'\r\n", "what\r\n", "MSG _INBOX.4.1 1 0\r\n\r\n", "MSG _INBOX.3.x 1 0\r\n\r\n",
        ]
    )
    func broken(text: String) throws {
        var caller = NATSCaller(try PeerMaterial.material(.many(.send)), connection: 3)
        #expect(throws: BrokenReply.self) { try answers(of: &caller, to: text) }
    }

    @Test("Decimal numbers are written without zeros in front")
    func decimal() {
        for number in [0, 7, 10, 99, 100, 12_345, .max] {
            var buffer = ByteBuffer()
            buffer.append(decimal: number)
            #expect(String(decoding: buffer.bytes, as: UTF8.self) == "\(number)")
        }
    }

    private func messages(_ payloads: [String], _ inbox: String) -> String {
        payloads.enumerated().map { index, payload in
            "MSG \(inbox)\(index) 1 \(payload.utf8.count)\r\n\(payload)\r\n"
        }.joined()
    }

    @discardableResult
    private func answers(of caller: inout NATSCaller, to text: String) throws -> [String] {
        let send = Call(operation: .send, user: 1)
        var texts: [String] = []
        try Array(text.utf8).withUnsafeBytes { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while let (sequence, reply) = try caller.nextReply(in: &rest) {
                texts.append("\(sequence) \(PeerMaterial.text(caller.answer(to: send, in: reply)))")
            }
            #expect(rest.isEmpty)
        }
        return texts
    }

    private func read(_ text: String) -> NATSOperation { read(Array(text.utf8)) }

    private func read(_ bytes: [UInt8]) -> NATSOperation {
        bytes.withUnsafeBytes { NATSOperation(reading: $0) }
    }
}
