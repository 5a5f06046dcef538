/// A connection that makes calls, and the calls that it has under way.
///
/// Used on its load thread alone.
final class Lane<Speaker: Caller & ~Copyable> {
    private(set) var underWayCount = 0
    private var connection: LoadConnection
    private var caller: Speaker
    private let depth: Int
    /// The calls by their numbers, as far as the mask tells these apart.
    private var slots: [CallSlot]
    private let slotMask: Int
    private var nextSequence = 0
    /// Whether the lane is in its thread's list of those that have something to send.
    var isQueued = false

    /// The last call of a connection: a client opens the odd streams, of 31 bits.
    private static var sequenceMax: Int { Int(Int32.max) / 2 }

    /// Puts a caller on a connection.
    init(_ connection: consuming LoadConnection, _ caller: consuming Speaker, depth: Int) {
        self.connection = connection
        self.caller = caller
        self.depth = depth
        // Four times the room, so that a slow call seldom keeps its place from a later one.
        var slotCount = 4
        while slotCount < 4 * depth { slotCount *= 2 }
        slots = Array(repeating: CallSlot(), count: slotCount)
        slotMask = slotCount - 1
    }

    /// Whether another call may be under way.
    var hasRoom: Bool { underWayCount < depth && !hasEnded }

    /// Whether the connection can make no more calls.
    var hasEnded: Bool { connection.hasEnded || nextSequence >= Self.sequenceMax }

    /// The calls that have no answer yet.
    var callsUnderWay: [CallSlot] { slots.filter { !$0.isFree } }

    /// Makes the next call; it leaves with the next flush.
    func makeCall(start: UInt64) {
        // Calls are numbered upwards; numbers whose places are taken are left out.
        while !slots[nextSequence & slotMask].isFree { nextSequence += 1 }
        let call = caller.makeCall(&connection.output, sequence: nextSequence, start: start)
        slots[nextSequence & slotMask] = CallSlot(sequence: nextSequence, start: start, call: call)
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
        _ body: (CallSlot, Answer) -> Void
    ) {
        guard var rest = connection.receive(into: room, poller) else { return }
        do throws(BrokenReply) {
            while let (sequence, reply) = try caller.nextReply(in: &rest) {
                let slot = slots[sequence & slotMask]
                // What belongs to no call is passed over, and the call counts as unanswered.
                guard slot.sequence == sequence else { continue }
                slots[sequence & slotMask] = CallSlot()
                underWayCount -= 1
                body(slot, caller.answer(to: slot.call, in: reply))
            }
            connection.carry(rest)
        } catch {
            connection.end(poller)
        }
    }

    /// Gives up all calls, after the end of the connection.
    func takeCallsUnderWay() -> [CallSlot] {
        let left = callsUnderWay
        for index in slots.indices { slots[index] = CallSlot() }
        underWayCount = 0
        return left
    }
}

/// A place for a call under way.
struct CallSlot {
    /// The number of the call; -1 for none.
    var sequence = -1
    /// When the call was made, or was meant to be.
    var start: UInt64 = 0
    var call = Call(operation: .send, user: 0)

    /// Whether no call has the place.
    var isFree: Bool { sequence < 0 }
}
