import CLinux
import Glibc

/// Waits for many sockets at once, to the nanosecond.
///
/// The event loop of the service keeps its timers to the millisecond, which would make an open
/// loop send in bursts.
struct Poller: ~Copyable {
    private let descriptor: Int32
    private let events: UnsafeMutableBufferPointer<epoll_event>

    private static let eventCountMax = 256

    /// What happened on one socket.
    struct Event {
        /// The number that the socket was added with.
        let tag: Int
        let isWritable: Bool
        /// Something arrived, or the connection has ended.
        let isReadable: Bool
    }

    /// Waits for no sockets yet.
    init() {
        descriptor = epoll_create1(Int32(EPOLL_CLOEXEC))
        precondition(descriptor >= 0, "A process has descriptors left.")
        events = .allocate(capacity: Poller.eventCountMax)
    }

    deinit {
        close(descriptor)
        events.deallocate()
    }

    /// Waits for a socket from now on.
    func add(_ socket: Int32, tag: Int) {
        control(EPOLL_CTL_ADD, socket, tag, EPOLLIN.rawValue)
    }

    /// Chooses whether to hear when a socket takes bytes again.
    func setWantsToWrite(_ wantsToWrite: Bool, _ socket: Int32, tag: Int) {
        let interest = EPOLLIN.rawValue | (wantsToWrite ? EPOLLOUT.rawValue : 0)
        control(EPOLL_CTL_MOD, socket, tag, interest)
    }

    /// Waits for a socket no more.
    func remove(_ socket: Int32) {
        control(EPOLL_CTL_DEL, socket, 0, 0)
    }

    /// Returns how many events there are, after a time at the latest.
    func wait(nanosecondsMax: UInt64) -> Int {
        var time = timespec(
            tv_sec: Int(nanosecondsMax / 1_000_000_000),
            tv_nsec: Int(nanosecondsMax % 1_000_000_000)
        )
        let count = epoll_pwait2(
            descriptor,
            events.baseAddress,
            Int32(events.count),
            &time,
            nil
        )
        precondition(count >= 0 || errno == EINTR, "Waiting fails for signals only.")
        return max(Int(count), 0)
    }

    /// One of the events that the last wait returned.
    func event(at index: Int) -> Event {
        let event = events[index]
        return Event(
            tag: Int(event.data.u64),
            isWritable: event.events & EPOLLOUT.rawValue != 0,
            isReadable: event.events & ~EPOLLOUT.rawValue != 0
        )
    }

    private func control(_ operation: Int32, _ socket: Int32, _ tag: Int, _ interest: UInt32) {
        var event = epoll_event()
        event.events = interest
        event.data.u64 = UInt64(tag)
        let result = epoll_ctl(descriptor, operation, socket, &event)
        precondition(result == 0, "An open socket can be waited for.")
    }
}
