package import Foundation
import Locking
import OperatingSystem

/// A program that runs beside the tests: its lines can be awaited, and it can be ended.
///
/// It is killed when the last reference to it goes, and when a test has waited in vain for a line
/// or for its end, as long as patience lasts.
package final class RunningProgram: Sendable {
    /// The process.
    private let process: ChildProcess
    private let output = LineQueue()
    private let errorOutput = LineQueue()

    /// Starts a program of this package.
    ///
    /// - Parameters:
    ///   - name: The name of the product, or an absolute path.
    ///   - arguments: What follows the name.
    ///   - environment: The environment, to which `PATH` and the options of sanitizers are added.
    ///   - input: What it reads; nothing unless given.
    /// - Throws: `ProgramRun.Failure` if it cannot be started.
    package init(
        _ name: String,
        _ arguments: [String],
        environment: [String: String] = [:],
        input: Pipe? = nil
    ) throws {
        let writers = [output, errorOutput].map(\.pipe.fileHandleForWriting)
        process = try ChildProcess.product(
            name,
            arguments,
            Surroundings(
                environment: environment,
                input: input.map { pipe in
                    .descriptor(pipe.fileHandleForReading.fileDescriptor)
                } ?? .nothing,
                output: .descriptor(writers[0].fileDescriptor),
                errorOutput: .descriptor(writers[1].fileDescriptor)
            )
        )
        // They are the program's alone, so that its end closes them.
        for writer in writers { try writer.close() }
    }

    deinit {
        process.send(SIGKILL)
    }

    /// The number of the process.
    package var processIdentifier: Int32 { process.identifier }

    /// Waits for the next line of standard output; nil once the program has closed it.
    package func nextLine() async -> String? { await next(of: output) }

    /// Waits for the next line of standard error; nil once the program has closed it.
    package func nextErrorLine() async -> String? { await next(of: errorOutput) }

    private func next(of queue: LineQueue) async -> String? {
        let impatience = Task { [process] in
            try await Task.sleep(for: Patience.limit)
            _ = process.wait(orKillAfter: .seconds(1))
            // Other programs that it started may still write into the pipe.
            queue.end()
        }
        defer { impatience.cancel() }
        return await queue.next()
    }

    /// Waits until the program has ended by itself.
    ///
    /// - Returns: The exit code, 128 and more for a signal.
    package func waitForEnd() async -> Int32 { await process.end(within: Patience.limit) ?? killed }

    /// Sends a signal, and does not wait for what comes of it.
    package func send(_ signal: Int32) {
        process.send(signal)
    }

    /// Sends a signal and waits for the end.
    ///
    /// - Parameter signal: The signal, such as `SIGTERM`.
    /// - Returns: The exit code, 128 and more for a signal.
    @discardableResult
    package func end(by signal: Int32) async -> Int32 {
        send(signal)
        return await waitForEnd()
    }

    private var killed: Int32 { 128 + SIGKILL }
}

/// The lines that come through a pipe.
private final class LineQueue: Sendable {
    /// What the program writes into.
    let pipe = Pipe()
    private let state = Mutex(State())

    private struct State {
        var bytes: [UInt8] = []
        var lines: [String] = []
        var isEnded = false
        var waiter: CheckedContinuation<String?, Never>?

        /// What the waiter gets, if there is one and something to get.
        mutating func delivery() -> (CheckedContinuation<String?, Never>, String?)? {
            guard let waiter, !lines.isEmpty || isEnded else { return nil }
            self.waiter = nil
            return (waiter, lines.isEmpty ? nil : lines.removeFirst())
        }
    }

    init() {
        // A thread that reads hears of the end for certain: a readability handler may not, when the
        // number of its descriptor was that of another pipe just before.
        let reader = pipe.fileHandleForReading
        Thread.detachNewThread { [weak self] in
            var bytes = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = read(reader.fileDescriptor, &bytes, bytes.count)
                if count < 0, errno == EINTR { continue }
                self?.take(bytes.prefix(max(count, 0)))
                if count <= 0 { return }
            }
        }
    }

    func next() async -> String? {
        await withCheckedContinuation { continuation in
            deliver { $0.waiter = continuation }
        }
    }

    /// Lets nothing follow what has come.
    func end() { deliver { $0.isEnded = true } }

    /// Takes what was read; nothing is the end.
    private func take(_ data: ArraySlice<UInt8>) {
        deliver { state in
            state.bytes.append(contentsOf: data)
            while let index = state.bytes.firstIndex(of: UInt8(ascii: "\n")) {
                state.lines.append(String(decoding: state.bytes[..<index], as: UTF8.self))
                state.bytes.removeFirst(index + 1)
            }
            guard data.isEmpty else { return }
            state.isEnded = true
            if !state.bytes.isEmpty {
                state.lines.append(String(decoding: state.bytes, as: UTF8.self))
                state.bytes = []
            }
        }
    }

    private func deliver(_ change: (inout State) -> Void) {
        let delivery = state.withLock { state in
            change(&state)
            return state.delivery()
        }
        if let (waiter, line) = delivery { waiter.resume(returning: line) }
    }
}
