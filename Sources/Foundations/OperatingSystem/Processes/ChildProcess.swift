internal import Foundation
internal import Glibc
internal import Locking

/// A program that this process started, to be signalled and waited for from any thread.
///
/// Its end is never missed: the kernel keeps it until the first wait takes it, and a signal never
/// reaches another process that got the number of one that has ended. Foundation's `Process` relies
/// on a thread of its own that hears of ends, which it does not always, and then waits for ever.
package final class ChildProcess: Sendable {
    /// The number of the process.
    package let identifier: Int32

    /// The status once somebody has waited; held while somebody waits.
    private let status = Mutex<Int32?>(nil)
    /// Whether the number is still that of this process.
    private let isOwnNumber = Mutex(true)

    /// The status of a process whose end the kernel did not keep, since SIGCHLD is ignored.
    package static let lostStatus: Int32 = 255

    /// Starts a program with no signal blocked or ignored, and no descriptors but its first three.
    ///
    /// - Parameters:
    ///   - path: The path of its file.
    ///   - arguments: What follows its name.
    ///   - surroundings: What it is given besides.
    /// - Throws: `SystemError` if it cannot be started.
    package init(
        _ path: String,
        _ arguments: [String],
        _ surroundings: Surroundings = Surroundings()
    ) throws(SystemError) {
        identifier = try spawn(path, arguments, surroundings)
    }

    deinit {
        // Nobody has waited: takes the end, as soon as it comes. One that stayed would be found
        // again and again by whoever waits for any child, as the tests' own runner does.
        let identifier = identifier
        guard isOwnNumber.withLock({ $0 }), waitpid(identifier, nil, WNOHANG) == 0 else { return }
        Thread.detachNewThread {
            while waitpid(identifier, nil, 0) < 0, errno == EINTR {}
        }
    }

    /// Sends a signal, unless somebody has waited for the end already.
    package func send(_ signal: Int32) {
        isOwnNumber.withLock { isOwn in
            if isOwn { kill(identifier, signal) }
        }
    }

    /// Waits for the end on the calling thread; any number of threads may.
    ///
    /// - Returns: The exit code; 128 and more for a signal, as shells count.
    @discardableResult
    package func wait() -> Int32 {
        status.withLock { status in
            if let status { return status }
            // WNOWAIT, of waitid(2): "Leave the child in a waitable state", in which no other
            // process gets its number.
            var end = siginfo_t()
            while waitid(P_PID, id_t(identifier), &end, WEXITED | WNOWAIT) != 0, errno == EINTR {}
            let taken = isOwnNumber.withLock { isOwn in
                isOwn = false
                var word: Int32 = 0
                return waitpid(identifier, &word, WNOHANG) == identifier ? word : nil
            }
            let code = taken.map(shellStatus) ?? ChildProcess.lostStatus
            status = code
            return code
        }
    }

    /// Waits for the end on the calling thread, but no longer than the given time.
    ///
    /// - Parameter limit: The longest to wait.
    /// - Returns: The status as `wait()` returns it; nil if the program still runs.
    package func wait(atMost limit: Duration) -> Int32? {
        let ended = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            self.wait()
            ended.signal()
        }
        return ended.wait(timeout: .now() + limit / .seconds(1)) == .success ? wait() : nil
    }

    /// Waits for the end without holding up other tasks.
    ///
    /// - Returns: The status as `wait()` returns it.
    package func end() async -> Int32 {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: self.wait()) }
        }
    }
}

/// Reads the status word of waitpid(2) as shells do.
private func shellStatus(_ word: Int32) -> Int32 {
    let signal = word & 0x7F
    return signal == 0 ? (word >> 8) & 0xFF : 128 + signal
}
