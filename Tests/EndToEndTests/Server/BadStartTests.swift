import Foundation
import Glibc
import TestSupport
import Testing

/// Starts on stores of which one file is not as it should be.
@Suite struct BadStartTests {
    /// What becomes of a file.
    enum Fault: String, CaseIterable {
        case zeroed
        case empty
        case oneByte
        case half
        case random
        case missing
        /// Something in its place that is no plain file.
        case pipe
        case socket
        case folder
        case device
        /// A link that leads to itself: nobody can read it, whoever that is.
        case unreadable

        /// What lies there then, if it is no plain file.
        var stranger: StrangeItem? { StrangeItem(rawValue: rawValue) }

        /// Makes it true of a file that holds `whole`.
        func apply(to path: String, _ whole: Data, using random: inout SeededGenerator) throws {
            try? FileManager.default.removeItem(atPath: path)
            let place = URL(filePath: path)
            switch self {
            case .zeroed: try Data(count: whole.count).write(to: place)
            case .empty: try Data().write(to: place)
            case .oneByte: try whole.prefix(1).write(to: place)
            case .half: try whole.prefix(whole.count / 2).write(to: place)
            case .random:
                let bytes = (0..<whole.count).map { _ in UInt8.random(in: 0...255, using: &random) }
                try Data(bytes).write(to: place)
            case .missing: break
            case .pipe, .socket, .folder, .device: try stranger?.make(at: path)
            case .unreadable:
                try FileManager.default.createSymbolicLink(
                    atPath: path,
                    withDestinationPath: place.lastPathComponent
                )
            }
        }
    }

    /// A store with accounts, whose server was killed: the log holds what the database lacks.
    ///
    /// That the log reaches as far as the first one's is certain to be recorded by then.
    private func killedStore() async throws -> TemporaryDirectory {
        let folder = TemporaryDirectory(in: .memory)
        let server = try await ServerProcess()
        for name in ["first", "second"] { _ = try await signUp(name, at: server.address) }
        await server.stop(SIGKILL)
        for suffix in ["", ".key"] {
            try FileManager.default.copyItem(
                atPath: server.storePath + suffix,
                toPath: folder.path("store" + suffix)
            )
        }
        return folder
    }

    /// How a start ends: served, or refused with a code and lines.
    private func start(on store: String) async throws -> (code: Int32?, lines: [String]) {
        let server = try RunningProgram(
            "notelet-server",
            ["--listen", "tcp://127.0.0.1:0", "--store", store, "--log-level", "error"]
        )
        if await server.nextLine() != nil {
            #expect(await server.end(by: SIGTERM) == 0)
            return (nil, [])
        }
        var lines: [String] = []
        while let line = await server.nextErrorLine() { lines.append(line) }
        return (await server.waitForEnd(), lines)
    }

    @Test(
        "Whatever is wrong with a file, a start serves or says in one line what and what to do",
        .timeLimit(.minutes(3)),
        arguments: [
            "store/data/data.mdb", "store/log/even", "store/log/odd", "store/log/extent",
            "store/data/lock.mdb", "store/lock", "store/erasures", "store/reserve", "store.key",
            "store/lived",
        ]
    )
    func starts(file: String) async throws {
        var random = SeededGenerator()
        let seed = random.description
        let killed = try await killedStore()
        let whole = FileManager.default.contents(atPath: killed.path(file)) ?? Data()
        for fault in Fault.allCases {
            let folder = TemporaryDirectory(in: .memory)
            for name in ["store", "store.key"] {
                try FileManager.default.copyItem(
                    atPath: killed.path(name),
                    toPath: folder.path(name)
                )
            }
            try fault.apply(to: folder.path(file), whole, using: &random)
            let (code, lines) = try await start(on: folder.path("store"))
            guard let code else {
                #expect(fault.stranger == nil, "\(file) \(fault)")
                let users = try await Admin(store: folder.path("store"))
                    .run("dump", "--entity", "user")
                #expect(users.output.contains("first@"), "\(file) \(fault), \(seed)")
                continue
            }
            let comment: Comment = "\(file) \(fault), \(seed): \(code) \(lines)"
            // What the system refuses may pass; the rest does not.
            #expect([65, 78].contains(code) || (fault == .unreadable && code == 74), comment)
            if fault.stranger != nil {
                #expect(code == 78, comment)
                #expect(lines.first?.contains(folder.path(file)) == true, comment)
            }
            #expect(lines.count == 1, comment)
            // A signal leaves no time to put a path together.
            let names = [folder.path("store"), "store's file"]
            #expect(names.contains { lines.first?.contains($0) == true }, comment)
            #expect(lines.first?.contains(": ") == true, comment)
        }
    }
}
