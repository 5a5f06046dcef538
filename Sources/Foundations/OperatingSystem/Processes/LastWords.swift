internal import CLinux
internal import Glibc
internal import Locking

/// What a process says when a signal ends it that it can do nothing about.
package enum LastWords {
    private static let lineAddress = Atomic<UInt>(0)
    private static let lineByteCount = Atomic<Int>(0)
    private static let exitStatus = Atomic<Int32>(0)
    /// Retained `LastLine`s: the first is said where no other one is due, the last where it is not
    /// known which one is.
    // Never freed, so that a handler of signals can look at any time.
    nonisolated(unsafe) private static let preparedLines: UnsafeMutablePointer<Atomic<UInt>> = {
        let lines = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: lineCountMax + 2)
        for index in 0...lineCountMax + 1 { (lines + index).initialize(to: Atomic(0)) }
        return lines
    }()
    /// A `Judge`.
    private static let judge = Atomic<UInt>(0)
    private static let isSpeaking = Atomic<Bool>(false)

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

    /// Says what a signal is about that came because of an address, at an instruction; each is 0
    /// where the system does not know it.
    ///
    /// It answers `foreign`, `told`, or the number that the line is to tell, and may say which of
    /// the further lines that is, which is unknown (-1) before; it must neither allocate nor lock.
    package typealias Judge =
        @convention(c) (
            _ signal: Int32,
            _ address: UInt,
            _ instruction: UInt,
            _ line: UnsafeMutablePointer<Int32>
        ) -> Int64

    /// So many further lines there may be.
    package static let lineCountMax = 128

    /// It is about something else, and the system deals with it as ever.
    package static let foreign: Int64 = -2
    /// It is about what the line tells, and there is no number.
    package static let told: Int64 = -1

    /// From now on these signals end the process with a line, if a judge finds that they are about
    /// what it tells.
    ///
    /// It is for one line in the life of a process, which further ones can take the place of. When
    /// two threads get such a signal, one line is written.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - signals: The numbers of the signals.
    ///   - status: What the process ends with.
    ///   - judge: Says what a signal is about.
    package static func say(
        _ line: LastLine,
        on signals: [Int32],
        endingWith status: Int32,
        judge: Judge
    ) {
        var which: Int32 = -1
        _ = judge(0, 0, 0, &which)
        keep(line, at: 0)
        self.judge.store(unsafeBitCast(judge, to: UInt.self), ordering: .relaxed)
        isSpeaking.store(false, ordering: .relaxed)
        exitStatus.store(status, ordering: .sequentiallyConsistent)
        for number in signals {
            var action = sigaction()
            action.__sigaction_handler.sa_sigaction = { number, information, context in
                LastWords.hear(number, information, at: shim_instruction(context))
            }
            action.sa_flags = SA_SIGINFO
            sigaction(number, &action, nil)
        }
    }

    /// Has another line said in place of that one where the judge says so.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - number: By what the judge names it: from 0 to less than `lineCountMax`.
    package static func say(_ line: LastLine, as number: Int) {
        precondition((0..<lineCountMax).contains(number), "There is room for so many lines.")
        keep(line, at: number + 1)
    }

    /// Has no line of this number said any more.
    ///
    /// - Parameter number: By what the judge named it.
    package static func forget(_ number: Int) {
        precondition((0..<lineCountMax).contains(number), "There is room for so many lines.")
        preparedLines[number + 1].store(0, ordering: .sequentiallyConsistent)
    }

    /// Has another line said where the judge knows none, and all marks made: what it is about is
    /// one of them.
    ///
    /// - Parameter line: The line.
    package static func say(whereUnknown line: LastLine) {
        keep(line, at: lineCountMax + 1)
    }

    private static func keep(_ line: LastLine, at index: Int) {
        line.rehearse()
        let address = Unmanaged.passRetained(line).toOpaque()
        preparedLines[index].store(UInt(bitPattern: address), ordering: .sequentiallyConsistent)
    }

    /// The line of a number, or the first one where there is none.
    private static func line(_ number: Int32) -> UnsafeRawPointer? {
        let index = number < 0 ? lineCountMax + 1 : min(Int(number), lineCountMax) + 1
        return kept(index) ?? kept(0)
    }

    private static func kept(_ index: Int) -> UnsafeRawPointer? {
        UnsafeRawPointer(bitPattern: preparedLines[index].load(ordering: .relaxed))
    }

    /// Makes the marks of all lines, where it is not known which one is due.
    private static func markAll() {
        for index in 0...lineCountMax {
            guard let line = kept(index) else { continue }
            Unmanaged<LastLine>.fromOpaque(line)._withUnsafeGuaranteedRef { $0.mark() }
        }
    }

    private static func hear(
        _ number: Int32,
        _ information: UnsafeMutablePointer<siginfo_t>?,
        at instruction: UInt
    ) {
        let place = information?.pointee._sifields._sigfault.si_addr
        let judge = unsafeBitCast(judge.load(ordering: .relaxed), to: Judge.self)
        var which: Int32 = -1
        let verdict = judge(number, UInt(bitPattern: place), instruction, &which)
        guard verdict != foreign, let line = line(which) else {
            // What raised it does so again, and meets what the system has for it.
            signal(number, SIG_DFL)
            return
        }
        if isSpeaking.exchange(true, ordering: .sequentiallyConsistent) {
            while true { pause() }
        }
        let number = verdict < 0 ? nil : UInt64(verdict)
        Unmanaged<LastLine>.fromOpaque(line)._withUnsafeGuaranteedRef { $0.write(number: number) }
        if which < 0, kept(lineCountMax + 1) != nil { markAll() }
        _exit(exitStatus.load(ordering: .relaxed))
    }
}
