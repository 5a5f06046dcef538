import CLinux
import Foundation
import Glibc

/// A program that this one runs for as long as it holds the program's standard input open.
///
/// The end of this process, in whatever way, closes that input, upon which the program has to end:
/// no benchmark leaves anything running.
final class ChildProcess {
    private let process = Process()
    private let (input, output, errors) = (Pipe(), Pipe(), Pipe())

    /// Starts a program.
    ///
    /// - Throws: An error of the system if it cannot be run.
    init(path: String, arguments: [String]) throws {
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.standardInput = input
        process.standardOutput = output
        process.standardError = errors
        try process.runUnblocked()
    }

    /// The next line that it writes, without its end; what is left of one at the end.
    func readLine() -> String {
        var line: [UInt8] = []
        while let byte = (try? output.fileHandleForReading.read(upToCount: 1))?.first,
            byte != UInt8(ascii: "\n")
        {
            line.append(byte)
        }
        return String(decoding: line, as: UTF8.self)
    }

    /// The last line that it has complained with, once it has ended.
    func lastComplaint() -> String? {
        let data = (try? errors.fileHandleForReading.readToEnd()) ?? nil
        let text = String(decoding: data ?? Data(), as: UTF8.self)
        return text.split(separator: "\n").last.map(String.init)
    }

    /// Closes its input, waits until it has ended, and returns its status.
    @discardableResult
    func stop() -> Int32 {
        try? input.fileHandleForWriting.close()
        // Foundation's own wait misses the end of a program at times, and then lasts for ever.
        var end = siginfo_t()
        let identifier = id_t(process.processIdentifier)
        while waitid(P_PID, identifier, &end, WEXITED | WNOWAIT) != 0 {
            if errno == EINTR { continue }
            // It was noticed there already.
            process.waitUntilExit()
            return process.terminationStatus
        }
        return end._sifields._sigchld.si_status
    }
}

extension Process {
    /// Starts the program with no signal blocked.
    ///
    /// A child inherits the mask of the thread that starts it, and the threads of tasks block all
    /// signals: pgbench would then never hear that its time is over.
    func runUnblocked() throws {
        var (none, before) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try run()
    }
}
