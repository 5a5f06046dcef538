import CLinux
import Glibc

/// The kernel's list of watched descriptors: what is not taken is told again, unless a descriptor
/// is watched `onChange`.
@safe
struct Epoll: ~Copyable {
    private let descriptor: Descriptor
    private let events: UnsafeMutableBufferPointer<epoll_event>

    /// How many events one wait takes: a full turn stays within a few milliseconds of work,
    /// and what did not fit is told at the next wait.
    private static let eventCountMax = 256

    init() throws(SystemError) {
        descriptor = Descriptor(
            try systemCall("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) }
        )
        unsafe events = .allocate(capacity: Self.eventCountMax)
    }

    deinit {
        unsafe events.deallocate()
    }

    /// Starts to watch a descriptor; `tag` comes back with each of its events.
    func add(_ watched: Int32, for interest: Readiness, tag: UInt64) throws(SystemError) {
        try control(EPOLL_CTL_ADD, watched, interest, tag)
    }

    /// Changes what a watched descriptor is watched for.
    func modify(_ watched: Int32, for interest: Readiness, tag: UInt64) throws(SystemError) {
        try control(EPOLL_CTL_MOD, watched, interest, tag)
    }

    /// Stops watching a descriptor.
    func remove(_ watched: Int32) throws(SystemError) {
        try control(EPOLL_CTL_DEL, watched, [], 0)
    }

    /// Waits for events and returns how many came.
    ///
    /// None come after the timeout or after a signal, so that the caller works out its timeout
    /// anew. A timeout of -1 waits for ever.
    func wait(timeoutMilliseconds: Int32) -> Int {
        let count = unsafe epoll_wait(
            descriptor.rawValue,
            events.baseAddress,
            Int32(events.count),
            timeoutMilliseconds
        )
        if count >= 0 { return Int(count) }
        precondition(errno == EINTR, "epoll_wait fails for a wrong descriptor or pointer only.")
        return 0
    }

    /// One of the events the last wait returned.
    func event(at index: Int) -> (tag: UInt64, readiness: Readiness) {
        let event = unsafe events[index]
        return unsafe (event.data.u64, Readiness(rawValue: event.events))
    }

    private func control(
        _ operation: Int32,
        _ watched: Int32,
        _ interest: Readiness,
        _ tag: UInt64
    ) throws(SystemError) {
        var event = unsafe epoll_event()
        unsafe event.events = interest.rawValue
        unsafe event.data.u64 = tag
        try systemCall("epoll_ctl") {
            unsafe epoll_ctl(descriptor.rawValue, operation, watched, &event)
        }
    }
}
