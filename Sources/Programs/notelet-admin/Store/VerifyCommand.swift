import CommandLineInterface
import Glibc
import LogEngine
import LogStoreTools
import OperatingSystem
import OperatorCommands
import StoreTools

/// Whether a store is sound.
enum VerifyCommand {
    private static let inThisProcess = Option<Bool>.flag(
        "in-this-process",
        help: "Check in this process, which a broken file may end, instead of in one of its own."
    )

    private static let privacy = Option<Bool>.flag(
        "privacy",
        help: "Check instead that nothing which anybody receives anonymously tells who sent it."
    )

    static let verify = Command(
        "verify",
        summary: "Check that a store is sound",
        discussion: """
            First each page of the database is looked at, for what is below a damaged one cannot \
            be reached: it is named with its table, and the check ends there. The log must be \
            whole. Each record is looked at: its checksum, its form, its limits, \
            and whether all that it speaks of is there and agrees; the order of keys, the counts \
            and the pages of the database as well. What is wrong is listed, a line for each \
            finding: table, key in hexadecimal, and what it is.

            A store that was made and never begun, by a first start that was cut short, is sound.

            With --privacy whatever receivers get of anonymous notes, from lists, feeds and \
            exports, is written again from its text, its minute, its answer and the receiver's \
            own place alone, and has to be the same bytes: then nothing in it depends on who \
            sent it. Names of senders who are gone are looked for as well. What is damaged is \
            passed over.

            The check runs in a process of its own, since a broken file can end the one that \
            reads it. The exit code is 0 when all is sound, 2 when something is damaged, and 3 \
            when the store cannot be checked at all.
            """,
        options: [privacy, inThisProcess],
        run: { context in
            context[inThisProcess] ? try check(context) : try checkInChild(context)
        }
    )

    private static func checkInChild(_ context: CommandContext) throws -> ExitCode {
        let arguments = Array(CommandLine.arguments.dropFirst()) + ["--in-this-process"]
        // The child is told by the terminal as well, and ends in order.
        signal(SIGINT, SIG_IGN)
        let status: Int32
        do throws(SystemError) {
            let surroundings = Surroundings(output: .inherited)
            status = try ChildProcess("/proc/self/exe", arguments, surroundings).wait()
        } catch {
            throw CommandFailure(
                .inputOutput,
                "A process for the check cannot be started: \(error)."
            )
        }
        if let code = ExitCode(rawValue: status) { return code }
        // A signal that the child could not tell of itself.
        throw CommandFailure(
            .damaged,
            "\(context.storePath) is damaged so badly that reading it ended the check (status "
                + "\(status)): \(StoreToolError.waysOut)."
        )
    }

    private static func check(_ context: CommandContext) throws -> ExitCode {
        try BrokenFile.check {
            try context[privacy] ? verifyPrivacy(context) : verify(context)
        }
    }

    private static func verifyPrivacy(_ context: CommandContext) throws -> ExitCode {
        let files = try context.openFiles()
        let key = try context.masterKey()
        let (verification, steps) = try context.attempt { () throws(StoreToolError) in
            let verification = try PrivacyVerification(files, masterKey: key)
            return (verification, try verification.stepCount())
        }
        let progress = context.progress("verify", countTotal: steps)
        let findings = Findings(context)
        let summary = try context.attempt { () throws(StoreToolError) in
            try verification.run(report: findings.add, progress: progress.report)
        }
        progress.finish(count: steps)
        let notes =
            "\(summary.noteCount) anonymous notes of \(summary.receiverCount) receivers"
        try findings.finish([
            ("source", context.source(files)),
            ("anonymous_notes", .number(Int64(summary.noteCount))),
            ("receivers", .number(Int64(summary.receiverCount))),
        ]) {
            findings.count == 0
                ? "\(notes): nothing in them depends on who sent them.\n"
                : "\(notes), \(findings.text): senders may be told apart.\n"
        }
        return findings.count == 0 ? .success : .damaged
    }

    private static func verify(_ context: CommandContext) throws -> ExitCode {
        let findings = Findings(context)
        _ = try context.attempt { () throws(StoreToolError) in
            try StoreFiles.verifyPages(ofStoreIn: context.storePath, report: findings.add)
        }
        guard findings.count == 0 else {
            try findings.finish([("records", .null)]) {
                "\(findings.text) of pages: the store is damaged, and its records were not "
                    + "looked at. \(StoreToolError.waysOutSentence)\n"
            }
            return .damaged
        }
        let files = try context.openFiles()
        if let loss = try context.attempt({ () throws(StoreToolError) in try files.logLoss() }) {
            throw CommandFailure(.damaged, loss.explanation(store: context.storePath))
        }
        if try context.attempt({ () throws(StoreToolError) in try files.isUnbegun() }) {
            try Findings(context).finish([
                ("source", context.source(files)), ("records", .number(0)),
            ]) { "\(context.storePath) was made and never begun: there is nothing to check.\n" }
            return .success
        }
        let key = try context.masterKey()
        let (verification, steps) = try context.attempt { () throws(StoreToolError) in
            let verification = try StoreVerification(files, masterKey: key)
            return (verification, try verification.stepCount())
        }
        let progress = context.progress("verify", countTotal: steps)
        let count = try context.attempt { () throws(StoreToolError) in
            try verification.run(report: findings.add, progress: progress.report)
        }
        progress.finish(count: steps)
        try findings.finish([
            ("source", context.source(files)), ("records", .number(Int64(count))),
        ]) {
            findings.count == 0
                ? "\(count) records, all sound.\n"
                : "\(count) records, \(findings.text): the store is damaged. "
                    + "\(StoreToolError.waysOutSentence)\n"
        }
        return findings.count == 0 ? .success : .damaged
    }
}
