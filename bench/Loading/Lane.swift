import TTRPC

/// A connection that makes calls, and the calls that it has under way.
///
/// Used on its load thread alone.
final class Lane {
    private(set) var underWayCount = 0
    private var connection: FrameConnection
    private var caller: Caller
    private let depth: Int
    /// The calls by their streams' numbers, as far as the mask tells these apart.
    private var slots: [Slot]
    private let slotMask: Int
    private var nextSequence = 0
    /// Whether the lane is in its thread's list of those that have something to send.
    var isQueued = false

    /// A call under way.
    struct Slot {
        var streamID: UInt32 = 0
        /// When the call was made, or was meant to be.
        var start: UInt64 = 0
        var call = Caller.Call(operation: .send, user: 0)
    }

    /// The last stream that a client opens on one connection.
    private static let sequenceMax = Int(Int32.max) / 2

    /// Puts a caller on a connection.
    init(_ connection: consuming FrameConnection, _ caller: consuming Caller, depth: Int) {
        self.connection = connection
        self.caller = caller
        self.depth = depth
        // Four times the room, so that a slow call seldom keeps its place from a later one.
        var slotCount = 4
        while slotCount < 4 * depth { slotCount *= 2 }
        slots = Array(repeating: Slot(), count: slotCount)
        slotMask = slotCount - 1
    }

    /// Whether another call may be under way.
    var hasRoom: Bool { underWayCount < depth && !hasEnded }

    /// Whether the connection can make no more calls.
    var hasEnded: Bool { connection.hasEnded || nextSequence >= Lane.sequenceMax }

    /// The calls that have no answer yet.
    var callsUnderWay: [Slot] { slots.filter { $0.streamID != 0 } }

    /// Makes the next call; it leaves with the next flush.
    func makeCall(start: UInt64) {
        // Streams are numbered upwards; numbers whose places are taken are left out.
        while slots[nextSequence & slotMask].streamID != 0 { nextSequence += 1 }
        let streamID = UInt32(2 * nextSequence + 1)
        let call = caller.makeCall(&connection.output, streamID: streamID, start: start)
        slots[nextSequence & slotMask] = Slot(streamID: streamID, start: start, call: call)
        nextSequence += 1
        underWayCount += 1
    }

    /// Sends what waits.
    func flush(_ poller: borrowing Poller) {
        connection.flush(poller)
    }

    /// Takes what has arrived, and hands on each answer with its call.
    func receive(
        into room: UnsafeMutableRawBufferPointer,
        _ poller: borrowing Poller,
        _ body: (Slot, UnsafeRawBufferPointer) -> Void
    ) {
        guard var frames = connection.receive(into: room, poller) else { return }
        while let frame = frames.next() {
            let index = Int(frame.streamID >> 1) & slotMask
            let slot = slots[index]
            // What belongs to no call is passed over, and the call counts as unanswered.
            guard slot.streamID == frame.streamID, frame.kind == .response else { continue }
            slots[index].streamID = 0
            underWayCount -= 1
            body(slot, frame.body)
        }
        connection.carry(frames, poller)
    }

    /// Gives up all calls, after the end of the connection.
    func takeCallsUnderWay() -> [Slot] {
        let left = callsUnderWay
        for index in slots.indices { slots[index].streamID = 0 }
        underWayCount = 0
        return left
    }
}
