internal import Glibc
internal import TextForms

/// A line that is put together in advance, for a moment in which nothing can be put together.
///
/// When it is written its time and a number are filled in, without allocating or locking: that may
/// be in a handler of signals. Its memory is kept for the life of the process.
///
/// `@unchecked Sendable`: whoever writes first is the only one who ever does.
package final class LastLine: @unchecked Sendable {
    private let head: UnsafeMutableRawBufferPointer
    private let timeOffset: Int
    private let label: UnsafeMutableRawBufferPointer
    private let digits: UnsafeMutableRawBufferPointer
    private let tail: UnsafeMutableRawBufferPointer
    private let markPath: UnsafeMutableRawBufferPointer

    /// Digits that the greatest number has.
    private static let digitCountMax = 20

    /// Prepares a line.
    ///
    /// - Parameters:
    ///   - head: Its beginning, with room for a time of RFC 3339 to the millisecond, in UTC.
    ///   - timeOffset: Where that is in the beginning.
    ///   - label: What comes before the number, where there is one.
    ///   - tail: Its end.
    ///   - markPath: A file that is made when it is written, with the same words; nil for none.
    package init(
        head: [UInt8],
        timeOffset: Int,
        label: [UInt8],
        tail: [UInt8],
        markPath: String?
    ) {
        precondition(
            timeOffset + MomentText.characterCount <= head.count,
            "The time has its place."
        )
        self.head = Self.keep(head)
        self.timeOffset = timeOffset
        self.label = Self.keep(label)
        digits = Self.keep([UInt8](repeating: 0, count: Self.digitCountMax))
        self.tail = Self.keep(tail)
        self.markPath = Self.keep(markPath.map { Array($0.utf8) + [0] } ?? [])
    }

    private static func keep(_ bytes: [UInt8]) -> UnsafeMutableRawBufferPointer {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        memory.copyBytes(from: bytes)
        return memory
    }

    /// Writes the line to standard error, and makes the mark.
    func write(number: UInt64?) {
        write(number: number, to: STDERR_FILENO, andMark: true)
    }

    /// Makes the mark alone, with the words of the line.
    func mark() {
        write(number: nil, to: nil, andMark: true)
    }

    /// Writes the line to nowhere.
    ///
    /// What Swift makes of types when code is run first is made now: malloc(3) may hold its own
    /// lock when the line is due.
    func rehearse() {
        let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
        guard nowhere >= 0 else { return }
        write(number: .max, to: nowhere, andMark: false)
        close(nowhere)
    }

    private func write(number: UInt64?, to descriptor: Int32?, andMark marks: Bool) {
        fillInTime()
        var first = Self.digitCountMax
        var rest = number ?? 0
        repeat {
            first &-= 1
            digits[first] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while rest > 0
        let labelByteCount = number == nil ? 0 : label.count
        let digitCount = number == nil ? 0 : Self.digitCountMax &- first
        // One call, so that no other thread's line comes in between.
        var parts = (
            iovec(iov_base: head.baseAddress, iov_len: head.count),
            iovec(iov_base: label.baseAddress, iov_len: labelByteCount),
            iovec(iov_base: digits.baseAddress?.advanced(by: first), iov_len: digitCount),
            iovec(iov_base: tail.baseAddress, iov_len: tail.count)
        )
        withUnsafePointer(to: &parts) { parts in
            parts.withMemoryRebound(to: iovec.self, capacity: 4) { parts in
                if let descriptor { _ = writev(descriptor, parts, 4) }
                if marks { mark(parts) }
            }
        }
    }

    /// Tells the next process of it.
    private func mark(_ parts: UnsafePointer<iovec>) {
        guard let path = markPath.baseAddress, markPath.count > 0 else { return }
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
        let mode: mode_t = 0o600
        let file = open(path.assumingMemoryBound(to: CChar.self), flags, mode)
        guard file >= 0 else { return }
        _ = writev(file, parts, 4)
        fsync(file)
        close(file)
    }

    /// Fills in the moment: gmtime(3) may take a lock.
    private func fillInTime() {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let milliseconds = Int64(time.tv_sec) &* 1_000 &+ Int64(time.tv_nsec / 1_000_000)
        MomentText.forEachDigit(ofMilliseconds: milliseconds) { place, digit in
            head[timeOffset &+ place] = digit
        }
    }
}
