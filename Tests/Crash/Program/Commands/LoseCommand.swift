import CommandLineInterface
import Foundation
import LogEngine
import StorageEngine
import TestSupport
import LogStoreTools
import Storage
import StoreTools

/// `notelet-crash lose`: takes parts of a log away, and expects that it is noticed.
enum LoseCommand {
    static let rounds = Option<Int>(
        "rounds",
        .number(in: 1...1_000_000),
        default: "10",
        help: "How many stores to take parts away from."
    )

    static let command = Command(
        "lose",
        summary: "Removes, cuts and swaps the files of a log, and expects a refusal",
        discussion: """
            Each round lets the work be killed, and takes from copies of the store the folder of \
            its log, each file of it, its end at several lengths, and puts the file of another \
            store in its place. Each copy must be refused with what is missing, by what reads it \
            and by what opens it. Then the loss is accepted, and the store must open.
            """,
        options: [CrashOptions.seed, CrashOptions.lanes, rounds, CrashOptions.folder]
    ) { invocation in
        let laboratory = try Laboratory(
            in: invocation[CrashOptions.folder],
            seed: invocation[CrashOptions.seed]
        )
        var experiment = LoseExperiment(
            laboratory: laboratory,
            laneCount: invocation[CrashOptions.lanes]
        )
        for round in 0..<invocation[rounds] { try experiment.run(round: round) }
        try TextOutput.standard.writeLine(
            "\(invocation[rounds]) stores, seed \(laboratory.seed): \(experiment.caseCount) parts "
                + "of logs taken away, none unnoticed"
        )
        laboratory.remove()
        return .success
    }
}

/// A part of a log that is taken away.
private enum LogPart {
    case folder
    case file(String)
    case end(of: String, byteCount: Int)
    /// A file, in whose place that of another store is put.
    case place(of: String)
}

/// The rounds of losing, one after the other.
private struct LoseExperiment {
    let laboratory: Laboratory
    let laneCount: Int
    private(set) var caseCount = 0

    private static let files = ["even", "odd", "extent"]
    private static let cutCount = 4

    init(laboratory: Laboratory, laneCount: Int) {
        self.laboratory = laboratory
        self.laneCount = laneCount
    }

    mutating func run(round: Int) throws {
        var random = SeededGenerator(seed: laboratory.seed, stream: UInt64(round))
        laboratory.clear()
        for name in ["store", "other"] {
            let delay = Duration.microseconds(random.number(in: 200_000...500_000))
            let work = try ChildProgram.run(
                [
                    "work", laboratory.path(name), laboratory.path(name + ".journal"),
                    "--seed", "\(random.next() >> 32)", "--lanes", "\(laneCount)",
                    "--operations", "1000000",
                ],
                outputPath: laboratory.path("work.out"),
                killedAfter: delay
            )
            guard work.status == 128 + SIGKILL else {
                let what = "Round \(round) of seed \(laboratory.seed) ended by itself"
                throw laboratory.failure(what, work.output, again: "-")
            }
        }
        // A process that was killed before its first change had no log to lose.
        guard try Facts(path: laboratory.path("store.journal")).arePeopleAcknowledged,
            try Facts(path: laboratory.path("other.journal")).arePeopleAcknowledged
        else { return }
        for part in parts(&random) {
            caseCount += 1
            guard let fault = try fault(without: part) else { continue }
            let what = "Round \(round) of seed \(laboratory.seed), without \(part), is wrong"
            throw laboratory.failure(what, fault, again: "-")
        }
    }

    private func parts(_ random: inout SeededGenerator) -> [LogPart] {
        var parts: [LogPart] = [.folder]
        for file in Self.files {
            parts += [.file(file), .place(of: file)]
            let byteCount = bytes(ofFileAt: laboratory.path("store/log/" + file)).count
            guard byteCount > 0 else { continue }
            parts += [.end(of: file, byteCount: 0), .end(of: file, byteCount: byteCount - 1)]
            for _ in 0..<Self.cutCount {
                let count = Int(random.number(in: 0...(byteCount - 1)))
                parts.append(.end(of: file, byteCount: count))
            }
        }
        return parts
    }

    /// Takes a part of the log away; answers what is wrong with what is told of it.
    private func fault(without part: LogPart) throws -> String? {
        let copy = laboratory.path("copy")
        try? FileManager.default.removeItem(atPath: copy)
        try FileManager.default.copyItem(atPath: laboratory.path("store"), toPath: copy)
        guard try take(part, from: copy + "/log") else { return nil }
        let loss: LogLoss?
        do throws(StoreToolError) {
            loss = try LossAcceptance(directory: copy).loss
        } catch {
            return "It cannot be read: \(error)."
        }
        guard let loss else { return "Nothing is missed by what reads it." }
        do throws(StoreOpenError) {
            try TestedStore.open(directory: copy).close()
            return "It was opened, and lacks this: \(loss.summary)."
        } catch {
            guard error == .engine(.incomplete(loss.summary)) else {
                return "What opens it says something else: \(error)."
            }
        }
        return faultOfAcceptance(copy)
    }

    /// Accepts the loss of a part; answers why the store does not go on.
    private func faultOfAcceptance(_ copy: String) -> String? {
        do throws(StoreToolError) {
            _ = try TestedStore.acceptLoss(directory: copy)
        } catch {
            return "The loss cannot be accepted: \(error)."
        }
        do throws(StoreOpenError) {
            try TestedStore.open(directory: copy).close()
        } catch {
            return "Accepted, it cannot be opened: \(error)."
        }
        return nil
    }

    /// Takes a part away; answers whether anything has changed.
    private func take(_ part: LogPart, from log: String) throws -> Bool {
        switch part {
        case .folder: try FileManager.default.removeItem(atPath: log)
        case .file(let file): try FileManager.default.removeItem(atPath: log + "/" + file)
        case .end(let file, let byteCount):
            let handle = try FileHandle(forWritingTo: URL(filePath: log + "/" + file))
            try handle.truncate(atOffset: UInt64(byteCount))
            try handle.close()
        case .place(let file):
            let other = bytes(ofFileAt: laboratory.path("other/log/" + file))
            // A file of the log that was cleaned is of nobody.
            guard file == "extent" || other.first ?? 0 != 0 else { return false }
            try other.write(to: URL(filePath: log + "/" + file))
        }
        return true
    }

    private func bytes(ofFileAt path: String) -> Data {
        FileManager.default.contents(atPath: path) ?? Data()
    }
}
