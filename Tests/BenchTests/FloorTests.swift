import CommandLineInterface
import Foundation
import Glibc
import TTRPC
import TestSupport
import Testing

@testable import notelet_bench

@Suite("Floors and peers")
struct FloorTests {
    @Test("An echo answers each call of a load, and every page is whole")
    func echo() async throws {
        let echo = try EchoFloor(.page(noteCount: 50, content: "A note."))
        defer { echo.stop() }
        let plan = SuiteLoad.many(.history).plan(
            settings,
            on: .tcp(host: "127.0.0.1", port: echo.port),
            population
        )
        let run = LoadRun(plan, serverProcess: nil, interruption: Interruption())
        let result = try await run.run { _ in }
        #expect(result.isClean)
        let pages = result.tally[.history]
        #expect(pages.latency.count > 0)
        #expect(pages.noteCount == 50 * pages.latency.count)
    }

    @Test("A bare LMDB store is filled once, and gives the newest notes of everybody")
    func lmdb() throws {
        let directory = TemporaryDirectory()
        defer { withExtendedLifetime(directory) {} }
        let folder = directory.path
        let plan = settings.plan
        try LMDBFloor(folder: folder, plan).preload()
        let floor = try LMDBFloor(folder: folder, plan)
        try floor.preload()
        var random = SeededRandom(seed: 1)
        let interruption = Interruption()
        let reading = try floor.read(
            pageSize: 7,
            for: .milliseconds(20),
            &random,
            interruption
        )
        #expect(reading.latency.count > 0)
        let writing = try floor.write(
            groupCount: 8,
            for: .milliseconds(20),
            &random,
            interruption
        )
        #expect(writing.latency.count > 0 && writing.seconds > 0)
    }

    @Test("Pages are made durable at the end of a file and over what it held")
    func disk() throws {
        let directory = TemporaryDirectory()
        defer { withExtendedLifetime(directory) {} }
        let folder = directory.path
        for placement in DiskFloor.Placement.allCases {
            let floor = DiskFloor(
                folder: folder,
                placement: placement,
                duration: .milliseconds(20),
                interruption: Interruption()
            )
            #expect(try floor.run().latency.count > 0)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }

    @Test("A send to Redis names its note and its people where they belong")
    func redisSend() {
        let script = String(repeating: "a", count: 40)
        var send = RedisSend(script: script, content: Array("twelve bytes".utf8))
        send.set(id: 0x4142, from: 3, to: 5)
        let text = String(decoding: send.bytes, as: UTF8.self)
        #expect(text.hasPrefix("*7\r\n$7\r\nEVALSHA\r\n$40\r\naaaa"))
        let zeros = { (count: Int) in String(repeating: "\0", count: count) }
        #expect(text.contains("$18\r\nm:" + zeros(14) + "AB\r\n"))
        #expect(text.contains("$10\r\nr:" + zeros(7) + "\u{5}\r\n"))
        #expect(text.contains("$10\r\ns:" + zeros(7) + "\u{3}\r\n"))
        let people = zeros(7) + "\u{3}" + zeros(7) + "\u{5}"
        #expect(text.contains("$53\r\n" + zeros(14) + "AB" + people))
        let reply = send.bytes.withUnsafeBytes { RESPReply(reading: $0) }
        #expect(reply == .reply(.array(count: 7), byteCount: send.bytes.count))
    }

    @Test("Replies of Redis answer the commands in their order, and each is looked at")
    func redisReplies() throws {
        let plan = SuiteLoad.many(.mixed, pageSize: 2).plan(
            settings,
            on: .unix(path: "/nowhere"),
            population
        )
        let material = try CallMaterial(plan, model: nil)
        var caller = RedisCaller(material, pageSize: 2, script: "digest", connection: 0)
        var output = ByteBuffer()
        let calls = (0..<100).map { caller.makeCall(&output, sequence: $0, start: 0) }
        let commands = String(decoding: output.bytes, as: UTF8.self)
        let sendCount = calls.filter { $0.operation == .send }.count
        #expect(commands.components(separatedBy: "EVALSHA").count == sendCount + 1)
        #expect(commands.components(separatedBy: "LRANGE").count == 100 - sendCount + 1)

        let replies =
            "$16\r\n0123456789abcdef\r\n" + "*2\r\n$1\r\na\r\n$1\r\nb\r\n" + "-ERR no\r\n"
            + "$16\r\n01"
        let send = Call(operation: .send, user: 1)
        let page = Call(operation: .history, user: 1)
        try Array(replies.utf8).withUnsafeBytes { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            let receipt = try #require(try caller.nextReply(in: &rest))
            #expect(receipt.sequence == 0)
            #expect(text(caller.answer(to: send, in: receipt.reply)) == "receipt 30313233")
            #expect(text(caller.answer(to: page, in: receipt.reply)) == "wrong answer")
            let notes = try #require(try caller.nextReply(in: &rest))
            #expect(notes.sequence == 1)
            #expect(text(caller.answer(to: page, in: notes.reply)) == "page 2")
            #expect(text(caller.answer(to: send, in: notes.reply)) == "wrong answer")
            let error = try #require(try caller.nextReply(in: &rest))
            #expect(error.sequence == 2)
            #expect(text(caller.answer(to: send, in: error.reply)) == "wrong answer")
            #expect(try caller.nextReply(in: &rest) == nil)
            #expect(rest.count == 7)
        }
        Array("no reply\r\n".utf8).withUnsafeBytes { bytes in
            var rest = UnsafeRawBufferPointer(bytes)
            #expect(throws: BrokenReply.self) { try caller.nextReply(in: &rest) }
        }
    }

    private func text(_ answer: Answer) -> String {
        switch answer {
        case .receipt(let id): "receipt \(String(id >> 96, radix: 16))"
        case .page(let count, _): "page \(count)"
        case .session: "session"
        case .failed(let failure): "\(failure)"
        }
    }

    @Test("A peer that is not there says why")
    func absence() throws {
        #expect(throws: PeerAbsence.self) {
            _ = try PeerScript(path: "/nowhere/redis.sh", arguments: [], wordCountMin: 1)
        }
        let directory = TemporaryDirectory()
        defer { withExtendedLifetime(directory) {} }
        let folder = directory.path
        let path = folder + "/peer.sh"
        try "#!/bin/sh\necho 'not installed' >&2\nexit 69\n"
            .write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        let error = #expect(throws: PeerAbsence.self) {
            _ = try PeerScript(path: path, arguments: [], wordCountMin: 1)
        }
        #expect(error?.reason == "not installed")
    }

    @Test("A peer lives until its standard input is closed")
    func life() throws {
        let directory = TemporaryDirectory()
        defer { withExtendedLifetime(directory) {} }
        let folder = directory.path
        let (path, mark) = (folder + "/peer.sh", folder + "/ended")
        try "#!/bin/sh\necho ready 1 2\ncat > /dev/null\necho > \(mark)\n"
            .write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        let peer = try PeerScript(path: path, arguments: [], wordCountMin: 2)
        #expect(peer.words == ["1", "2"])
        #expect(!FileManager.default.fileExists(atPath: mark))
        peer.stop()
        #expect(FileManager.default.fileExists(atPath: mark))
    }

    @Test("A server is told to end, and is waited for")
    func server() throws {
        let directory = TemporaryDirectory()
        defer { withExtendedLifetime(directory) {} }
        let (path, mark) = (directory.path("server"), directory.path("ended"))
        let script = """
            #!/bin/sh
            trap 'kill $!; echo "$*" > \(mark); exit' TERM
            echo address
            sleep 1000 &
            wait
            """
        try script.write(toFile: path, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        let server = try ServerChild(program: path, storePath: "/a store")
        #expect(server.address == "address")
        #expect(kill(server.processIdentifier, 0) == 0)
        #expect(!FileManager.default.fileExists(atPath: mark))
        server.stop()
        let arguments = try String(contentsOfFile: mark, encoding: .utf8)
        let limits = ServerChild.loadArguments.joined(separator: " ")
        #expect(arguments == "--store /a store --listen tcp://127.0.0.1:0 \(limits)\n")
        #expect(kill(server.processIdentifier, 0) != 0)
    }

    @Test("A server that cannot start is not waited for", arguments: ["/nowhere", "/bin/false"])
    func noServer(program: String) {
        #expect(throws: CommandFailure.self) {
            _ = try ServerChild(program: program, storePath: "/nowhere")
        }
    }

    private var settings: SuiteSettings {
        SuiteSettings(
            plan: PreloadPlan(
                userCount: 20,
                messageCount: 997,
                corpus: Corpus(generatedByteCount: 120),
                seed: 1
            ),
            seconds: 1,
            repetitionCount: 1,
            sustainedSeconds: 1,
            folder: "",
            serverProgram: "",
            peers: ""
        )
    }

    private var population: Population {
        Population(
            users: (0..<20).map { (number: UInt64) in
                let link = "abcdefghijklmnopqrstuv"
                return .init(number: number, link: link, accessToken: "t", receivedCount: 60)
            },
            expiresAt: .max
        )
    }
}
