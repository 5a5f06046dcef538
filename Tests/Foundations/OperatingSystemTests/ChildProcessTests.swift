import Foundation
import OperatingSystem
import TestSupport
import Testing

/// Programs start with what they are given, and their end is told to all who ask.
@Suite struct ChildProcessTests {
    private let folder = TemporaryDirectory()

    private func shell(_ script: String, _ surroundings: Surroundings = Surroundings()) throws
        -> ChildProcess
    {
        try ChildProcess("/bin/sh", ["-c", script], surroundings)
    }

    /// What a script writes to standard output.
    private func output(of script: String, _ surroundings: Surroundings) throws -> String {
        let path = folder.path("output")
        try Data().write(to: URL(fileURLWithPath: path))
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        defer { try? file.close() }
        var surroundings = surroundings
        surroundings.output = .descriptor(file.fileDescriptor)
        #expect(try shell(script, surroundings).wait() == 0)
        return try String(contentsOfFile: path, encoding: .utf8)
    }

    @Test(
        "A status is that of a shell",
        arguments: [("exit 0", 0), ("exit 7", 7), ("kill -9 $$", 137), ("kill -15 $$", 143)]
    )
    func status(script: String, expected: Int32) throws {
        let child = try shell(script)
        #expect(child.wait() == expected)
        #expect(child.wait() == expected)
        #expect(child.wait(atMost: .seconds(60)) == expected)
    }

    @Test("All who wait are told, tasks and threads")
    func manyWaiters() async throws {
        let pipe = Pipe()
        let child = try shell(
            "read line; exit 3",
            Surroundings(input: .descriptor(pipe.fileHandleForReading.fileDescriptor))
        )
        #expect(child.wait(atMost: .milliseconds(1)) == nil)
        await withTaskGroup(of: Int32.self) { group in
            for _ in 0..<8 { group.addTask { await child.end() } }
            try? pipe.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
            for await status in group { #expect(status == 3) }
        }
    }

    @Test("A thousand short programs end, one by one and many at a time")
    func noEndIsMissed() async throws {
        try await withThrowingTaskGroup(of: Int32.self) { group in
            for number in 0..<1_000 {
                if number >= 8 { #expect(try await group.next() == 0) }
                group.addTask { try await ChildProcess("/bin/true", []).end() }
            }
            for try await status in group { #expect(status == 0) }
        }
    }

    @Test("A signal reaches a program that runs, and nobody once its end is known")
    func signals() throws {
        let child = try ChildProcess("/bin/sleep", ["60"])
        child.send(SIGTERM)
        #expect(child.wait() == 128 + SIGTERM)
        child.send(SIGKILL)
        #expect(kill(child.identifier, 0) == -1)
    }

    @Test("A program hears signals that the thread which starts it blocks or ignores")
    func signalMask() throws {
        signal(SIGUSR1, SIG_IGN)
        var (blocked, before) = (sigset_t(), sigset_t())
        sigaddset(&blocked, SIGTERM)
        pthread_sigmask(SIG_BLOCK, &blocked, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let status = try output(
            of: "grep -E '^Sig(Blk|Ign):' /proc/self/status",
            Surroundings()
        )
        // The highest ones are the C library's own.
        let masks = status.split(separator: "\n").map { line in
            UInt64(line.suffix(16), radix: 16).map { $0 & 0x7FFF_FFFF }
        }
        #expect(masks == [0, 0])
    }

    @Test("A program has the environment, the folder and the streams that it is given, no more")
    func surroundings() throws {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: "/etc/hostname"))
        defer { try? file.close() }
        _ = fcntl(file.fileDescriptor, F_SETFD, 0)
        #expect(
            try output(
                of: "env | grep -v -E '^(PWD|SHLVL|_|OLDPWD)='; pwd; ls /proc/$$/fd",
                Surroundings(environment: ["A": "b c"], folder: folder.path)
            )
            .split(separator: "\n").map(String.init)
                == ["A=b c", folder.path, "0", "1", "2"]
        )
    }

    @Test("A group of its own is its own")
    func group() throws {
        let script = "ps -o pgid= -p $$ | tr -d ' '; echo $$"
        let own = try output(of: script, Surroundings(group: .own)).split(separator: "\n")
        #expect(own[0] == own[1])
        let shared = try output(of: script, Surroundings()).split(separator: "\n")
        #expect(shared[0] == "\(getpgrp())")
    }

    @Test("What cannot be started says why")
    func failure() {
        #expect(throws: SystemError(ENOENT)) { try ChildProcess("/nowhere", []) }
        #expect(throws: SystemError(EACCES)) { try ChildProcess("/etc", []) }
        #expect("\(SystemError(ENOENT))" == "No such file or directory")
    }

    @Test("A program that ended and was not waited for leaves nothing behind")
    func isReaped() throws {
        var child: ChildProcess? = try ChildProcess("/bin/true", [])
        let identifier = try #require(child?.identifier)
        var end = siginfo_t()
        #expect(waitid(P_PID, id_t(identifier), &end, WEXITED | WNOWAIT) == 0)
        child = nil
        #expect(kill(identifier, 0) == -1)
    }
}
