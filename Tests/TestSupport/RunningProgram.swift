import Foundation
import Locking

/// A program that runs beside the tests: its lines can be awaited, and it can be ended.
///
/// It is killed when the last reference to it goes.
package final class RunningProgram: Sendable {
    /// The process.
    private let process: Process
    private let output = LineQueue()
    private let errorOutput = LineQueue()
    private let end = ProgramEnd()

    /// Starts a program of this package.
    ///
    /// - Parameters:
    ///   - name: The name of the product, or an absolute path.
    ///   - arguments: What follows the name.
    ///   - environment: The environment, to which `PATH` is added.
    /// - Throws: `ProgramRun.Failure` if it cannot be started.
    package init(
        _ name: String,
        _ arguments: [String],
        environment: [String: String] = [:]
    ) throws {
        process = Process.product(name, arguments, environment: environment)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output.pipe
        process.standardError = errorOutput.pipe
        process.terminationHandler = { [end] in end.set($0.shellExitCode) }
        do {
            try process.run()
        } catch {
            throw ProgramRun.Failure(description: "\(name) cannot be run: \(error)")
        }
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// The number of the process.
    package var processIdentifier: Int32 { process.processIdentifier }

    /// Waits for the next line of standard output; nil once the program has closed it.
    package func nextLine() async -> String? { await output.next() }

    /// Waits for the next line of standard error; nil once the program has closed it.
    package func nextErrorLine() async -> String? { await errorOutput.next() }

    /// Waits until the program has ended by itself.
    ///
    /// - Returns: The exit code, 128 and more for a signal.
    package func waitForEnd() async -> Int32 { await end.value() }

    /// Sends a signal and waits for the end.
    ///
    /// - Parameter signal: The signal, such as `SIGTERM`.
    /// - Returns: The exit code, 128 and more for a signal.
    @discardableResult
    package func end(by signal: Int32) async -> Int32 {
        if process.isRunning { kill(process.processIdentifier, signal) }
        return await end.value()
    }
}

/// The exit code of a program, once it is known.
private final class ProgramEnd: Sendable {
    private let state = Mutex(State())

    private struct State {
        var exitCode: Int32?
        var waiters: [CheckedContinuation<Int32, Never>] = []
    }

    func set(_ exitCode: Int32) {
        let waiters = state.withLock { state in
            defer { state.waiters = [] }
            state.exitCode = exitCode
            return state.waiters
        }
        for waiter in waiters { waiter.resume(returning: exitCode) }
    }

    func value() async -> Int32 {
        await withCheckedContinuation { continuation in
            let known = state.withLock { state in
                if state.exitCode == nil { state.waiters.append(continuation) }
                return state.exitCode
            }
            if let known { continuation.resume(returning: known) }
        }
    }
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
        pipe.fileHandleForReading.readabilityHandler = { [weak self] handle in
            let data = handle.availableData
            if data.isEmpty { handle.readabilityHandler = nil }
            self?.take(data)
        }
    }

    deinit {
        pipe.fileHandleForReading.readabilityHandler = nil
    }

    func next() async -> String? {
        await withCheckedContinuation { continuation in
            deliver { $0.waiter = continuation }
        }
    }

    private func take(_ data: Data) {
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
