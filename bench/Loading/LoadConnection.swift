import TTRPC

/// A connection that requests go out on and replies come in on, by one call to the system a turn.
struct LoadConnection: ~Copyable {
    /// What waits to be sent.
    var output = ByteBuffer()
    private let socket: Socket
    private let tag: Int
    /// The beginning of a reply whose end has not arrived.
    private var carried = ByteBuffer()
    private var waitsToWrite = false
    /// Whether the connection has ended, by the server or by bytes that are no replies.
    private(set) var hasEnded = false

    /// Bytes that are taken at a time, at most.
    private static let receivedByteCountMax = 256 << 10
    /// Room for the longest reply, a frame of 4 MiB, and what may come behind it.
    static let roomByteCount = (4 << 20) + (512 << 10)

    /// Connects, and lets a poller wait for the connection.
    init(to address: Address, _ poller: borrowing Poller, tag: Int) throws {
        socket = try Socket(connectingTo: address)
        self.tag = tag
        poller.add(socket.descriptor, tag: tag)
    }

    /// Sends what the system takes now.
    mutating func flush(_ poller: borrowing Poller) {
        guard !hasEnded, !output.isEmpty else { return }
        switch socket.send(output.bytes) {
        case .bytes(let count): output.consume(count)
        case .blocked: break
        case .ended: return end(poller)
        }
        if waitsToWrite == output.isEmpty {
            waitsToWrite = !output.isEmpty
            poller.setWantsToWrite(waitsToWrite, socket.descriptor, tag: tag)
        }
    }

    /// Takes what has arrived, once; nil if that is nothing.
    ///
    /// The bytes lie in `room`, which has `roomByteCount`. What is no whole reply of them is to be
    /// handed back to `carry`.
    mutating func receive(
        into room: UnsafeMutableRawBufferPointer,
        _ poller: borrowing Poller
    ) -> UnsafeRawBufferPointer? {
        guard !hasEnded else { return nil }
        var count = carried.count
        room.copyMemory(from: carried.bytes)
        let free = room[count..<min(count + LoadConnection.receivedByteCountMax, room.count)]
        switch socket.receive(into: UnsafeMutableRawBufferPointer(rebasing: free)) {
        case .bytes(let received): count += received
        case .blocked: return nil
        case .ended:
            end(poller)
            return nil
        }
        carried.removeAll()
        return UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(room)[..<count])
    }

    /// Takes back what follows the last whole reply.
    mutating func carry(_ rest: UnsafeRawBufferPointer) {
        carried.append(rest)
    }

    /// Ends the connection: the server did, or what came is of no use.
    mutating func end(_ poller: borrowing Poller) {
        hasEnded = true
        poller.remove(socket.descriptor)
    }
}
