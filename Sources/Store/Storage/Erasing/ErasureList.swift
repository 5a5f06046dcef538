internal import Locking
internal import OperatingSystem

/// The files into which an open store writes whom it deleted.
///
/// A deletion is durable with its batch of the log; the files follow before it is acknowledged. One
/// that cannot be written, for its disk is full, gets what it lacks later, or at the next start.
final class ErasureList: Sendable {
    let files: [ErasureFile]
    /// What each file lacks.
    private let missing: Mutex<[[ErasureMark]]>

    init(_ files: [ErasureFile]) {
        self.files = files
        missing = Mutex(files.map { _ in [] })
    }

    /// Writes marks to all files, and what they lacked before.
    func append(_ marks: [ErasureMark]) {
        missing.withLock { missing in
            for (index, file) in files.enumerated() {
                missing[index] += marks
                guard !missing[index].isEmpty else { continue }
                do throws(SystemError) {
                    try file.append(missing[index])
                    missing[index] = []
                } catch {
                    // It is tried again, and the store itself has them.
                }
            }
        }
    }

    /// Tries again what could not be written.
    func retry() { append([]) }
}
