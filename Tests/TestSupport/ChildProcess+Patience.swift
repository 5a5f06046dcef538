import Foundation
package import OperatingSystem

extension ChildProcess {
    /// Waits for the end without holding up other tasks, and kills the program if it does not come.
    ///
    /// - Parameter limit: The longest to wait.
    /// - Returns: The status as `wait()` returns it; nil if the program was killed here.
    package func end(within limit: Duration) async -> Int32? {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                let status = self.wait(orKillAfter: limit)
                continuation.resume(returning: status)
            }
        }
    }

    /// Waits for the end on the calling thread, and kills the program if it does not come.
    ///
    /// What the program has started is killed with it, since it would be left otherwise.
    ///
    /// - Parameter limit: The longest to wait.
    /// - Returns: The status as `wait()` returns it; nil if the program was killed here.
    package func wait(orKillAfter limit: Duration) -> Int32? {
        if let status = wait(atMost: limit) { return status }
        // The number is still that of the program, but for one that ends in this moment.
        killChildren(of: identifier)
        send(SIGKILL)
        wait()
        return nil
    }
}

/// Kills the processes that a process has started, those first that these have started.
private func killChildren(of parent: Int32) {
    let threads = "/proc/\(parent)/task"
    for thread in (try? FileManager.default.contentsOfDirectory(atPath: threads)) ?? [] {
        let path = "\(threads)/\(thread)/children"
        let children = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        for child in children.split(separator: " ").compactMap({ Int32($0) }) {
            killChildren(of: child)
            kill(child, SIGKILL)
        }
    }
}
