import CLinux
import Glibc

/// A descriptor that other threads make readable to end a loop's wait.
struct WakeUp: ~Copyable {
    let descriptor: Descriptor

    init() throws(SystemError) {
        descriptor = Descriptor(
            try systemCall("eventfd") { eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK)) }
        )
    }

    /// Makes the descriptor readable.
    func signal() {
        var one: UInt64 = 1
        // A write can only fail when the counter is full, and then it is readable anyway.
        _ = try? systemCall("write") {
            unsafe write(descriptor.rawValue, &one, MemoryLayout<UInt64>.size)
        }
    }

    /// Takes all signals so far.
    func clear() {
        var count: UInt64 = 0
        _ = try? systemCall("read") {
            unsafe read(descriptor.rawValue, &count, MemoryLayout<UInt64>.size)
        }
    }
}
