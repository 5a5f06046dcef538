import CommandLineInterface
import Foundation

/// What is read of an earlier result, to compare a new one with it.
///
/// Figures and contestants are names here: an earlier program, or another one, may have had others.
struct SuiteBaseline: Decodable, Equatable, Sendable {
    let machine: Machine
    let users: Int
    let notes: Int
    let contentBytes: Int
    let seconds: Int
    let repetitions: Int
    let sustainedSeconds: Int
    /// Absent in results from before they were written.
    let serverArguments: [String]?
    let wasInterrupted: Bool
    let rows: [Row]

    /// One line of its table.
    struct Row: Decodable, Equatable, Sendable {
        let figure: String
        let contestant: String
        let setup: String
        /// One of each repetition.
        let samples: [SuiteSample]

        /// What it is called; the figure by its title if there still is one.
        var name: String {
            let title = SuiteFigure(rawValue: figure)?.title ?? figure
            let who = Contestant(rawValue: contestant)?.name ?? contestant
            return "\(title), \(who)" + (setup.isEmpty ? "" : ", \(setup)")
        }
    }

    /// Reads a file that `suite --json` wrote.
    static func read(path: String) throws -> SuiteBaseline {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw CommandFailure(.inputOutput, "The result \(path) cannot be read.")
        }
        do {
            return try JSONDecoder().decode(SuiteBaseline.self, from: data)
        } catch {
            throw CommandFailure(.badData, "\(path) is no result that 'suite --json' wrote.")
        }
    }

    /// Refuses a run whose stores hold something else: its figures would compare nothing.
    func check(_ settings: SuiteSettings) throws {
        let pairs = [
            ("users", users, settings.plan.userCount),
            ("notes", notes, settings.plan.messageCount),
            ("bytes a note", contentBytes, settings.contentByteCount),
        ]
        for (name, before, now) in pairs where before != now {
            throw CommandFailure(
                .usage,
                "The result to compare with is of \(before) \(name), and this run of \(now): "
                    + "ask for the same."
            )
        }
    }

    /// What makes the comparison say less than it seems to.
    func remarks(_ settings: SuiteSettings, on machine: Machine) -> [String] {
        var remarks: [String] = []
        if machine != self.machine {
            remarks.append(
                "before, it ran on another machine: \(self.machine.processor), "
                    + "\(self.machine.processorCount) processors, "
                    + "\(self.machine.memoryBytes >> 30) GiB, Linux \(self.machine.kernel)"
            )
        }
        let times = [
            ("seconds", seconds, settings.seconds),
            ("repetitions", repetitions, settings.repetitionCount),
            ("sustained seconds", sustainedSeconds, settings.sustainedSeconds),
        ]
        for (name, before, now) in times where before != now {
            remarks.append("before, it ran with \(before) \(name), and now with \(now)")
        }
        let arguments = serverArguments ?? []
        if arguments != settings.serverArguments {
            let texts = [arguments, settings.serverArguments].map {
                $0.isEmpty ? "none" : $0.joined(separator: " ")
            }
            remarks.append("the server's further arguments were \(texts[0]), and are \(texts[1])")
        }
        if min(repetitions, settings.repetitionCount) == 1 {
            remarks.append("one repetition has no range: a second might have told otherwise")
        }
        if wasInterrupted { remarks.append("before, it was interrupted") }
        return remarks
    }
}
