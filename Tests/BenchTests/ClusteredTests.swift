import TTRPC
import TestSupport
import Testing

@testable import notelet_bench

@Suite("C server")
struct ClusteredTests {
    /// A kind of answer, as it goes over the wire, and what is read of it.
    struct Sample: Sendable {
        let bytes: [UInt8]
        let call: Int
        var isDone = true
        var noteID: UInt128?
        var noteCount: Int?
    }

    /// Each kind of answer.
    static let samples = [
        Sample(bytes: answer(1, 0, []), call: 1),
        Sample(bytes: answer(0x0102_0304, 1, []), call: 0x0102_0304, isDone: false),
        Sample(
            bytes: answer(2, 0, BigEndian.bytes(of: UInt128(5) << 64 | 6)),
            call: 2,
            noteID: UInt128(5) << 64 | 6
        ),
        Sample(bytes: answer(3, 0, page([])), call: 3, noteCount: 0),
        Sample(bytes: answer(4, 0, page(["a note"])), call: 4, noteCount: 1),
        Sample(bytes: answer(5, 0, page(["", "hello", "쪽지"])), call: 5, noteCount: 3),
    ]

    @Test("A whole answer is read, and what follows it is not touched")
    func whole() throws {
        for sample in Self.samples {
            for next: [UInt8] in [[], [0], Self.samples[0].bytes] {
                try (sample.bytes + next).withUnsafeBytes { bytes in
                    let reply = try #require(try ClusteredReply.first(in: bytes))
                    #expect(reply.byteCount == sample.bytes.count)
                    #expect(reply.call == sample.call && reply.isDone == sample.isDone)
                    #expect(reply.noteID == sample.noteID)
                    #expect(reply.noteCount == sample.noteCount)
                }
            }
        }
    }

    @Test("An answer that drips in is incomplete until its last byte")
    func dripped() throws {
        for sample in Self.samples {
            for count in 0..<sample.bytes.count {
                try sample.bytes[..<count].withUnsafeBytes { bytes in
                    let isWhole = try ClusteredReply.first(in: bytes) != nil
                    #expect(!isWhole, "\(count) bytes of the answer to \(sample.call)")
                }
            }
        }
    }

    @Test("Answers in a row are found one after the other, however they are split")
    func split() throws {
        let bytes = Self.samples.flatMap(\.bytes)
        for size in 1...bytes.count {
            var found: [Int] = []
            var (start, end) = (0, 0)
            while end < bytes.count {
                end = min(end + size, bytes.count)
                try bytes[..<end].withUnsafeBytes { all in
                    while let reply = try ClusteredReply.first(
                        in: UnsafeRawBufferPointer(rebasing: all[start...])
                    ) {
                        found.append(reply.call)
                        start += reply.byteCount
                    }
                }
            }
            #expect(found == Self.samples.map(\.call))
            #expect(start == bytes.count)
        }
    }

    @Test(
        "What is no answer is refused",
        arguments: [
            [0, 0, 0, 4, 0, 0, 0, 1, 0], [0, 0, 0, 0, 0, 0, 0, 1, 0], [0, 0, 0, 5, 0, 0, 0, 1, 2],
            [0, 0x3F, 0xFF, 0xFD, 0, 0, 0, 1, 0], [255, 255, 255, 255, 0, 0, 0, 1, 0],
        ] as [[UInt8]]
    )
    func malformed(bytes: [UInt8]) {
        bytes.withUnsafeBytes { bytes in
            _ = #expect(throws: BrokenReply.self) {
                let isWhole = try ClusteredReply.first(in: bytes) != nil
                #expect(!isWhole)
            }
        }
    }

    @Test("A page that says another number of notes than it has is none")
    func brokenPages() throws {
        let page = Self.page(["one", "two"])
        let wrongCount: [UInt8] = [0, 0, 0, 3] + page[4...]
        let bodies: [[UInt8]] = [
            wrongCount, [0, 0, 0, 1] + page[4...], [255, 255, 255, 255] + page[4...],
            Array(page.dropLast()), page + [0], [0, 0, 0], [],
        ]
        for body in bodies {
            try Self.answer(1, 0, body).withUnsafeBytes { bytes in
                let reply = try #require(try ClusteredReply.first(in: bytes))
                #expect(reply.noteCount == nil)
            }
        }
    }

    @Test("A changed byte never leads beyond the bytes")
    func corrupted() {
        var generator = SeededGenerator()
        for _ in 0..<20_000 {
            var bytes = Self.samples.randomElement(using: &generator)?.bytes ?? []
            for _ in 0..<2 {
                let index = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[index] = UInt8.random(in: 0...255, using: &generator)
            }
            bytes.withUnsafeBytes { bytes in
                guard let reply = try? ClusteredReply.first(in: bytes) else { return }
                #expect((1...bytes.count).contains(reply.byteCount), "\(generator)")
                #expect(reply.noteCount ?? 0 <= reply.body.count / 34, "\(generator)")
            }
        }
    }

    @Test("Calls bear their numbers and their people where they belong")
    func calls() {
        var send = ClusteredCall.send(content: Array("note".utf8))
        send.set(call: 7)
        send.set(sender: 3, receiver: 5)
        let people = BigEndian.bytes(of: UInt64(3)) + BigEndian.bytes(of: UInt64(5))
        #expect(send.bytes == [0, 0, 0, 25, 0, 0, 0, 7, 1] + people + Array("note".utf8))
        var page = ClusteredCall.page(size: 50)
        page.set(call: 258)
        page.set(reader: 9)
        #expect(page.bytes == [0, 0, 0, 15, 0, 0, 1, 2, 2, 0, 0, 0, 0, 0, 0, 0, 9, 0, 50])
        let promise = ClusteredCall.promise(isKept: true)
        #expect(promise.bytes == [0, 0, 0, 6, 0, 0, 0, 0, 3, 1])
    }

    @Test("Answers belong to the calls whose numbers they bear, and each is looked at")
    func caller() throws {
        let material = try PeerMaterial.material(.many(.mixed, pageSize: 2))
        var caller = ClusteredCaller(material, pageSize: 2, connection: 0)
        var output = ByteBuffer()
        let calls = (0..<50).map { caller.makeCall(&output, sequence: $0, start: 0) }
        #expect(Set(calls.map(\.operation)) == [.send, .history])
        #expect(output.bytes[4..<8].elementsEqual([0, 0, 0, 0]))

        let receipt = Self.answer(9, 0, Array(repeating: 7, count: 16))
        let replies = receipt + Self.answer(8, 0, Self.page(["a", "b"])) + Self.answer(7, 1, [])
        let send = Call(operation: .send, user: 1)
        let history = Call(operation: .history, user: 1)
        var texts: [String] = []
        try (replies + receipt.dropLast()).withUnsafeBytes { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            while let (sequence, reply) = try caller.nextReply(in: &rest) {
                for call in [send, history] {
                    let answer = caller.answer(to: call, in: reply)
                    texts.append("\(sequence) \(PeerMaterial.text(answer))")
                }
            }
            #expect(rest.count == receipt.count - 1)
        }
        #expect(
            texts == [
                "9 receipt", "9 wrong answer", "8 wrong answer", "8 page of 2",
                "7 wrong answer", "7 wrong answer",
            ]
        )
    }

    private static func answer(_ call: UInt32, _ status: UInt8, _ body: [UInt8]) -> [UInt8] {
        BigEndian.bytes(of: UInt32(5 + body.count)) + BigEndian.bytes(of: call) + [status] + body
    }

    private static func page(_ contents: [String]) -> [UInt8] {
        let notes = contents.map { content in
            Array(repeating: 9, count: 32) + BigEndian.bytes(of: UInt16(content.utf8.count))
                + Array(content.utf8)
        }
        return BigEndian.bytes(of: UInt32(contents.count)) + notes.joined()
    }
}

/// What callers of peers are made of in tests.
enum PeerMaterial {
    static func material(_ load: SuiteLoad) throws -> CallMaterial {
        let plan = PreloadPlan(
            userCount: 20,
            messageCount: 997,
            corpus: Corpus(generatedByteCount: 120),
            seed: 1
        )
        let settings = SuiteSettings(
            plan: plan,
            seconds: 1,
            repetitionCount: 1,
            sustainedSeconds: 1,
            folder: "",
            serverProgram: "",
            peers: ""
        )
        let users = (0..<20).map { (number: UInt64) -> Population.User in
            let link = "abcdefghijklmnopqrstuv"
            return .init(number: number, link: link, accessToken: "t", receivedCount: 60)
        }
        let population = Population(users: users, expiresAt: .max)
        return try CallMaterial(
            load.plan(settings, on: .unix(path: "/nowhere"), population),
            model: nil
        )
    }

    static func text(_ answer: Answer) -> String {
        switch answer {
        case .receipt: "receipt"
        case .page(let count, _): "page of \(count)"
        case .session: "session"
        case .failed(let failure): "\(failure)"
        }
    }
}
