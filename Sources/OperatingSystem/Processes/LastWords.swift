internal import Glibc
internal import Locking

/// What a process says when a signal ends it that it can do nothing about.
package enum LastWords {
    private static let lineAddress = Atomic<UInt>(0)
    private static let lineByteCount = Atomic<Int>(0)
    private static let exitStatus = Atomic<Int32>(0)

    /// From now on these signals end the process with a line on standard error.
    ///
    /// - Parameters:
    ///   - line: The line, its end included.
    ///   - signals: The numbers of the signals.
    ///   - status: What the process ends with.
    package static func say(_ line: StaticString, on signals: [Int32], endingWith status: Int32) {
        precondition(line.hasPointerRepresentation, "A line is more than one character.")
        // Read in the handler alone, which no signal reaches before all three are there.
        lineAddress.store(UInt(bitPattern: line.utf8Start), ordering: .relaxed)
        lineByteCount.store(line.utf8CodeUnitCount, ordering: .relaxed)
        exitStatus.store(status, ordering: .sequentiallyConsistent)
        for number in signals {
            signal(number) { _ in
                // Nothing here allocates or locks: the signal may have come anywhere.
                write(
                    STDERR_FILENO,
                    UnsafeRawPointer(bitPattern: LastWords.lineAddress.load(ordering: .relaxed)),
                    LastWords.lineByteCount.load(ordering: .relaxed)
                )
                _exit(LastWords.exitStatus.load(ordering: .relaxed))
            }
        }
    }
}
