import Foundation
import TestSupport
import Testing

@testable import notelet_bench

@Suite("What times tell")
struct TimingTests {
    @Test("Equal times tell nothing, and times that never mix tell all")
    func separation() {
        #expect(RankOverlap.separation([5, 5, 5], [5, 5, 5]) == 0.5)
        #expect(RankOverlap.separation([1, 2, 3], [4, 5]) == 1)
        #expect(RankOverlap.separation([4, 5], [1, 2, 3]) == 1)
        #expect(RankOverlap.separation([1, 2, 3, 4], [1, 2, 3, 4]) == 0.5)
        // Of six pairs four have the longer time on the right, and one has equal ones.
        #expect(RankOverlap.separation([1, 3], [2, 3, 4]) == 4.5 / 6)
        #expect(RankOverlap.separation([], [1]) == 0.5)
    }

    @Test("What is told beyond chance is the most of all kinds of all questions")
    func excess() {
        var report = TimingReport()
        #expect(report.excess == 0)
        for last: [UInt64] in [[2, 3, 4], [1, 2, 3]] {
            report.append(
                TimingResult(
                    trial: .presence,
                    names: ["nobody", "nobody again", "somebody"],
                    times: [[1, 2, 3], [1, 3, 3], last]
                )
            )
        }
        let told = RankOverlap.separation([1, 2, 3], [2, 3, 4])
        #expect(report.excess == told - RankOverlap.separation([1, 2, 3], [1, 3, 3]))
    }

    @Test(
        "Each question is asked of a server, by either door",
        .timeLimit(.minutes(1)),
        arguments: [([], [4, 4, 5, 3, 5, 3]), (["--web"], [4, 4, 5, 3, 5, 3, 5])]
    )
    func trials(door: [String], kindCounts: [Int]) async throws {
        let folder = TemporaryDirectory()
        let run = try await ProgramRun.run(
            "notelet-bench",
            [
                "timing", "--store", folder.path("store"), "--users", "70", "--messages", "0",
                "--samples", "1", "--gap", "0", "--quiet",
            ] + door,
            within: Patience.limit * 5
        )
        #expect(run.exitCode == 0, "\(run.errorOutput)")
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == kindCounts.reduce(1, +), "\(run.output)")
    }

    @Test("Pages are asked for over HTTP alone", .timeLimit(.minutes(1)))
    func pagesNeedHTTP() async throws {
        let folder = TemporaryDirectory()
        let run = try await ProgramRun.run(
            "notelet-bench",
            [
                "timing", "--store", folder.path("store"), "--users", "70", "--messages", "0",
                "--quiet", "--only", "page",
            ]
        )
        #expect(run.exitCode == 64 && run.errorOutput.contains("--web"), "\(run.errorOutput)")
    }
}
