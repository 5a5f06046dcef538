import CommandLineInterface
import TestSupport
import Testing

@Suite("Progress")
struct ProgressLineTests {
    let start = ContinuousClock.now

    @Test("A bar fits its line, moves at most ten times a second, and ends the line")
    func bar() throws {
        let text = try shown(total: 200, appearance: .bar(width: 60)) { progress in
            progress.update(count: 0, at: start)
            progress.update(count: 50, at: start + .milliseconds(99))
            progress.update(count: 100, at: start + .seconds(10))
            progress.finish(count: 200, at: start + .seconds(20))
        }
        let frames = text.split(separator: "\r")
        #expect(frames.count == 3)
        #expect(frames[0].hasPrefix("Load: 0 %, 0 of 200, 0/s  ░"))
        #expect(frames[1].hasPrefix("Load: 50 %, 100 of 200, 10/s, 10 s left  █"))
        #expect(frames[2].hasSuffix("\u{1B}[K\n"))
        #expect(frames.allSatisfy { $0.prefix { $0 != "\u{1B}" }.cellWidth < 60 })
    }

    @Test("Lines come every ten seconds, and one at the end")
    func lines() throws {
        let text = try shown(total: 1_000_000, appearance: .lines) { progress in
            progress.update(count: 1, at: start + .seconds(9))
            progress.update(count: 1000, at: start + .seconds(10))
            progress.update(count: 1500, at: start + .seconds(15))
            progress.update(count: 100_000, at: start + .seconds(20))
            progress.finish(count: 900_000, at: start + .seconds(30))
        }
        #expect(
            text == """
                Load: 0 %, 1000 of 1000000, 100/s, 2 h 46 min left
                Load: 10 %, 100000 of 1000000, 5000/s, 3 min 0 s left
                Load: 90 %, 900000 of 1000000, 30000/s, 4 s left

                """
        )
    }

    @Test("An unknown total shows the count and the rate; a narrow line is cut")
    func unknownTotal() throws {
        let text = try shown(total: nil, appearance: .bar(width: 10)) { progress in
            progress.finish(count: 50, at: start + .seconds(5))
        }
        #expect(text == "\rLoad: 50…\u{1B}[K\n")
    }

    @Test("Hidden progress says nothing")
    func hidden() throws {
        let text = try shown(total: 1, appearance: .hidden) { progress in
            progress.update(count: 1, at: start + .seconds(60))
            progress.finish(count: 1, at: start + .seconds(60))
        }
        #expect(text == "")
    }

    @Test("A bar needs a terminal that can move its cursor")
    func appearance() throws {
        let terminal = try PseudoTerminal(columns: 90)
        let screen = TextOutput(descriptor: terminal.device)
        #expect(ProgressLine.appearance(on: screen, environment: [:]) == .bar(width: 90))
        #expect(ProgressLine.appearance(on: screen, environment: ["TERM": "dumb"]) == .lines)
        let pipe = TextOutput(descriptor: try Pipe().writing)
        #expect(ProgressLine.appearance(on: pipe, environment: [:]) == .lines)
    }

    private func shown(
        total: Int?,
        appearance: ProgressLine.Appearance,
        _ body: (inout ProgressLine) -> Void
    ) throws -> String {
        let pipe = try Pipe()
        var progress = ProgressLine(
            "Load",
            countTotal: total,
            appearance: appearance,
            output: TextOutput(descriptor: pipe.writing),
            start: start
        )
        body(&progress)
        return pipe.text()
    }
}
