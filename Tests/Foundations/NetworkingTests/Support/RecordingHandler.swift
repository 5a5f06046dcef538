import Networking

/// A handler that reports every call to a mailbox, and reacts as a test tells it to.
///
/// `@unchecked Sendable`: used on its connection's loop only, once the connection is there.
final class RecordingHandler: ConnectionHandler, @unchecked Sendable {
    let events = Mailbox<Event>()
    private let receive: Receive
    private let receiveEnd: (Connection) -> Void

    typealias Receive = (Connection, inout ReceiveBuffer) -> Void

    enum Event: Equatable, Sendable {
        case received([UInt8])
        case drained
        case receivedEnd
        case closed(CloseReason)
    }

    init(
        receive: @escaping Receive = { _, buffer in buffer.consumeAll() },
        receiveEnd: @escaping (Connection) -> Void = { $0.close() }
    ) {
        self.receive = receive
        self.receiveEnd = receiveEnd
    }

    /// Sends back everything.
    static func echo() -> RecordingHandler {
        RecordingHandler { connection, buffer in
            buffer.withUnsafeBytes { connection.write(contentsOf: $0) }
            buffer.consumeAll()
        }
    }

    func connectionDidReceive(_ connection: Connection, _ buffer: inout ReceiveBuffer) {
        events.put(.received(buffer.bytes))
        receive(connection, &buffer)
    }

    func connectionDidDrain(_ connection: Connection) {
        events.put(.drained)
    }

    func connectionDidReceiveEnd(_ connection: Connection) {
        events.put(.receivedEnd)
        receiveEnd(connection)
    }

    func connectionDidClose(_ connection: Connection, reason: CloseReason) {
        events.put(.closed(reason))
    }

    /// Takes received bytes until there are `byteCount` of them.
    func takeBytes(_ byteCount: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < byteCount {
            guard case .received(let more) = try events.take() else { continue }
            bytes += more
        }
        return bytes
    }

    /// Passes over other events until the connection has ended.
    func takeCloseReason() throws -> CloseReason {
        while true {
            if case .closed(let reason) = try events.take() { return reason }
        }
    }
}

extension ReceiveBuffer {
    /// A copy of the waiting bytes.
    var bytes: [UInt8] { withUnsafeBytes { Array($0) } }
}
