import CLinux
import Glibc

/// A descriptor that other threads write to, to end a loop's wait.
///
/// It is watched for changes and never read: each signal is told once, and the counter behind the
/// descriptor has room for more signals than there will ever be.
struct WakeUp: ~Copyable {
    let descriptor: Descriptor

    init() throws(SystemError) {
        descriptor = Descriptor(
            try systemCall("eventfd") { eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK)) }
        )
    }

    /// Ends the wait under way, or else the next one.
    func signal() {
        var one: UInt64 = 1
        // A write can only fail when the counter is full, at 2^64 - 2.
        _ = try? systemCall("write") {
            unsafe write(descriptor.rawValue, &one, MemoryLayout<UInt64>.size)
        }
    }
}
