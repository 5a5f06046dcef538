import CommandLineInterface
import Foundation

/// `notelet-bench copy`: measures what an application waits for that keeps a copy.
enum CopyCommand {
    static let store = Option<String>.required(
        "store",
        .folder,
        help: "Folder of a store that 'preload' has filled; the first of its users is copied."
    )

    static let observers = Option<Int>(
        "observers",
        .number(in: 0...1_000_000),
        default: "10000",
        help: "How many streams wait for a change at a time."
    )

    static let command = Command(
        "copy",
        summary: "Measures the first copy of an account, and a start from it",
        discussion: """
            Starts a server on the store and keeps a copy of one account in a folder of its own, \
            as an application does on a telephone; has many streams wait for a change, and lets \
            go of them, ten times; then begins anew without a server. All takes place on one \
            machine, so that the network costs next to nothing.
            """,
        options: [store, observers, TargetOptions.serverProgram]
    ) { invocation in
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("notelet-bench-copy.\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try ServerChild(
            program: invocation[TargetOptions.serverProgram] ?? ServerChild.standardProgram,
            storePath: invocation[store]
        )
        let result = try await CopyRun(
            server: server,
            folder: folder,
            observerCount: invocation[observers]
        ).run()
        try write(result)
        return .success
    }

    private static func write(_ result: CopyRun.Result) throws {
        let output = TextOutput.standard
        let seconds = result.firstCopy / .seconds(1)
        let noteCount = result.noteCount
        try output.writeLine(
            "First copy of \(noteCount) notes: \(text(result.firstCopy)), "
                + "\(Int(Double(noteCount) / seconds)) notes/s; "
                + "the first ones were there after \(text(result.firstNotes))"
        )
        try output.writeLine(
            "Memory: \(result.memoryByteCountMax >> 10) KiB at most, "
                + "\(result.memoryByteCountBefore >> 10) KiB before"
        )
        try output.writeLine(
            "File: \(result.fileByteCount >> 10) KiB, "
                + "\(result.fileByteCount / max(1, noteCount)) bytes a note"
        )
        try write(result.observers)
        try output.writeLine(
            "Start without a server, to the first screen: \(text(result.coldStart)); "
                + "each further page: \(text(result.page))"
        )
    }

    private static func write(_ observers: CopyRun.Observers) throws {
        let moments = [
            ("before", observers.before), ("while they wait", observers.meanwhile),
            ("let go of", observers.afterFirst),
            ("after \(observers.roundCount) rounds", observers.afterLast),
        ]
        let figures = moments.map { name, memory in
            "\(name) \(memory.client >> 10) and \(memory.server >> 10) KiB"
        }
        try TextOutput.standard.writeLine(
            "\(observers.count) observers, memory here and of the server: "
                + figures.joined(separator: ", ")
        )
    }

    private static func text(_ duration: Duration) -> String {
        ReportText.duration(nanoseconds: UInt64(max(0, duration / .nanoseconds(1))))
    }
}
