import Foundation
import OperatingSystem
import TestSupport
import Testing

@Suite("Last words")
struct LastWordsTests {
    /// Lets the next signal end the process with a line.
    private static func prepare(_ judge: LastWords.Judge, markPath: String? = nil) {
        LastWords.say(
            LastLine(
                head: Array("time=1970-01-01T00:00:00.000Z event=end".utf8),
                timeOffset: 5,
                label: Array(" page=".utf8),
                tail: Array("\n".utf8),
                markPath: markPath
            ),
            on: [SIGBUS],
            endingWith: 65,
            judge: judge
        )
    }

    @Test("One line with the time and the number, and a mark that says the same")
    func line() async throws {
        let folder = TemporaryDirectory()
        let path = folder.path("mark")
        let before = Date()
        let run = await #expect(
            processExitsWith: .exitCode(65),
            observing: [\.standardErrorContent]
        ) { [path = path as String] in
            Self.prepare({ _, _, _, _ in 9_007_199_254_740_993 }, markPath: path)
            raise(SIGBUS)
        }
        let text = String(decoding: run?.standardErrorContent ?? [], as: UTF8.self)
        let match = try #require(
            text.firstMatch(of: /time=(\S+) event=end page=9007199254740993\n/),
            "\(text)"
        )
        let form = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
        let time = try Date(String(match.1), strategy: form)
        // A millisecond is cut off.
        #expect((before.addingTimeInterval(-0.002)...Date()).contains(time), "\(time)")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == String(match.0))
    }

    @Test("Without a number there is none")
    func lineWithoutNumber() async throws {
        let run = await #expect(
            processExitsWith: .exitCode(65),
            observing: [\.standardErrorContent]
        ) {
            Self.prepare({ _, _, _, _ in LastWords.told })
            raise(SIGBUS)
        }
        let text = String(decoding: run?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains(/Z event=end\n/), "\(text)")
    }

    @Test("What is about something else ends the process as ever")
    func foreign() async {
        await #expect(processExitsWith: .signal(SIGBUS)) {
            Self.prepare({ _, _, _, _ in LastWords.foreign })
            // Nobody else ends a process that goes on for ever.
            alarm(60)
            // As an instruction does that is run again.
            while true { raise(SIGBUS) }
        }
    }

    /// A line of few words, which makes a mark.
    private static func line(_ words: String, mark: String?) -> LastLine {
        LastLine(
            head: Array("time=1970-01-01T00:00:00.000Z \(words)".utf8),
            timeOffset: 5,
            label: [],
            tail: Array("\n".utf8),
            markPath: mark
        )
    }

    @Test("One of some lines is said, and its mark made; all marks are where none is known")
    func manyLines() async throws {
        for (number, words, marks) in [
            (SIGBUS, "ofZero", ["0"]), (SIGFPE, "ofFirst", ["first"]),
            (SIGILL, "ofUnknown", ["0", "first"]),
        ] {
            let folder = TemporaryDirectory()
            let run = await #expect(
                processExitsWith: .exitCode(65),
                observing: [\.standardErrorContent]
            ) { [path = folder.path as String, number = number as Int32] in
                LastWords.say(
                    Self.line("ofFirst", mark: path + "/first"),
                    on: [SIGBUS, SIGFPE, SIGILL],
                    endingWith: 65,
                    judge: { signal, _, _, line in
                        line.pointee = signal == SIGBUS ? 0 : signal == SIGFPE ? 1 : -1
                        return LastWords.told
                    }
                )
                LastWords.say(Self.line("ofZero", mark: path + "/0"), as: 0)
                LastWords.say(Self.line("ofGone", mark: path + "/1"), as: 1)
                LastWords.forget(1)
                LastWords.say(whereUnknown: Self.line("ofUnknown", mark: nil))
                raise(number)
            }
            let text = String(decoding: run?.standardErrorContent ?? [], as: UTF8.self)
            #expect(text.contains("Z \(words)\n"), "\(text)")
            let made = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(made.sorted() == marks)
        }
    }

    @Test("Many threads that meet it write one line")
    func once() async throws {
        let run = await #expect(
            processExitsWith: .exitCode(65),
            observing: [\.standardErrorContent]
        ) {
            Self.prepare({ _, _, _, _ in LastWords.told })
            DispatchQueue.concurrentPerform(iterations: 8) { _ in raise(SIGBUS) }
        }
        let text = String(decoding: run?.standardErrorContent ?? [], as: UTF8.self)
        let lines = text.split(separator: "\n").filter { $0.contains("event=end") }
        #expect(lines.count == 1, "\(text)")
    }
}
