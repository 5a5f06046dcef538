import CommandLineInterface
import Foundation
import TestSupport
import Testing

@testable import notelet_bench

@Suite("Live line")
struct LiveLineTests {
    @Test("Each phase begins with a line, and has one every ten seconds")
    func lines() throws {
        let start = ContinuousClock.now
        let text = try shown { line in
            line.show(progress(.warmUp, after: .milliseconds(1)), at: start)
            line.show(progress(.measuring, after: .milliseconds(500)), at: start + .seconds(1))
            line.show(progress(.measuring, after: .seconds(10)), at: start + .seconds(10))
            line.show(progress(.measuring, after: .seconds(11)), at: start + .seconds(11))
        }
        #expect(
            text == """
                a: warm-up 0.0 s: 10.0/s, 7 answers, 1 errors
                a: measuring 0.5 s: 10.0/s, 7 answers, 1 errors
                a: measuring 11.0 s: 10.0/s, 7 answers, 1 errors

                """
        )
    }

    private func progress(_ phase: LoadRun.Phase, after elapsed: Duration) -> LoadRun.Progress {
        LoadRun.Progress(
            phase: phase,
            elapsed: elapsed,
            answerCount: 7,
            failureCount: 1,
            backlogCount: 0,
            rate: 10
        )
    }

    private func shown(_ body: (inout LiveLine) -> Void) throws -> String {
        let folder = TemporaryDirectory()
        let file = URL(fileURLWithPath: folder.path("lines"))
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        defer { try? handle.close() }
        let output = TextOutput(descriptor: handle.fileDescriptor)
        var line = LiveLine(.lines, label: "a: ", output: output)
        body(&line)
        return try String(contentsOf: file, encoding: .utf8)
    }
}
