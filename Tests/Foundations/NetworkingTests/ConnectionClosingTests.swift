import Networking
import Testing

@Suite
struct ConnectionClosingTests {
    @Test
    func `Closing sends what was written first, and both sides learn why it ended`() throws {
        try TestNetwork.run { network in
            let pair = try network.pair()
            let byteCount = 4_000_000
            pair.client.loop.execute {
                pair.client.write([UInt8](repeating: 1, count: byteCount))
                pair.client.close()
                pair.client.write([2])
                pair.client.close()
            }
            let received = try pair.serverHandler.takeBytes(byteCount)
            #expect(received == [UInt8](repeating: 1, count: byteCount))
            let events = try (0..<2).map { _ in try pair.serverHandler.events.take() }
            #expect(events == [.receivedEnd, .closed(.peerClosed)])
            let reason = try pair.clientHandler.takeCloseReason()
            #expect(reason == .local)
        }
    }

    @Test
    func `The last bytes arrive though the closing side never read what was sent to it`() throws {
        try TestNetwork.run { network in
            let accepted = Mailbox<Connection>()
            let listener = try network.listen { connection in
                accepted.put(connection)
                return RecordingHandler { connection, buffer in
                    buffer.consumeAll()
                    connection.write([7, 7])
                    connection.close()
                }
            }
            let peer = try RawSocket(connectedTo: listener.boundAddress)
            try peer.send([UInt8](repeating: 1, count: 1_000_000))
            let received = try peer.receive(3)
            #expect(received == [7, 7])
        }
    }

    @Test
    func `A peer that only ended its sending side still gets the replies`() throws {
        try TestNetwork.run { network in
            let handler = RecordingHandler(receiveEnd: { connection in
                connection.loop.schedule(afterNanoseconds: 5_000_000) {
                    connection.write([1, 2, 3])
                    connection.close()
                }
            })
            let listener = try network.listen { _ in handler }
            let peer = try RawSocket(connectedTo: listener.boundAddress)
            try peer.send([9])
            peer.endSending()
            let received = try peer.receive(4)
            #expect(received == [1, 2, 3])
            let reason = try handler.takeCloseReason()
            #expect(reason == .peerClosed)
        }
    }

    @Test(arguments: [true, false])
    func `A reset is told as one, also while reading is paused`(isPaused: Bool) throws {
        try TestNetwork.run { network in
            let handler = RecordingHandler()
            let accepted = Mailbox<Connection>()
            let listener = try network.listen { connection in
                if isPaused { connection.pauseReading() }
                accepted.put(connection)
                return handler
            }
            var peer: RawSocket? = try RawSocket(connectedTo: listener.boundAddress)
            _ = try accepted.take()
            peer?.resetOnClose()
            peer = nil
            let reason = try handler.takeCloseReason()
            #expect(reason == .reset)
        }
    }

    @Test
    func `Writing to a peer that has gone ends in a reset, not in a signal`() throws {
        try withTemporaryDirectory { directory in
            try TestNetwork.run { network in
                let handler = RecordingHandler(receiveEnd: { connection in
                    connection.write([1])
                })
                let listener = try network.listen(at: .unix(path: "\(directory)/x.sock")) { _ in
                    handler
                }
                _ = try RawSocket(connectedTo: listener.boundAddress)
                let reason = try handler.takeCloseReason()
                #expect(reason == .reset || reason == .peerClosed)
            }
        }
    }

    @Test
    func `A Unix peer that goes while reading is paused is noticed`() throws {
        try withTemporaryDirectory { directory in
            try TestNetwork.run { network in
                let handler = RecordingHandler()
                let address = SocketAddress.unix(path: "\(directory)/x.sock")
                let listener = try network.listen(at: address) { connection in
                    connection.pauseReading()
                    return handler
                }
                _ = try RawSocket(connectedTo: listener.boundAddress)
                let reason = try handler.takeCloseReason()
                #expect(reason == .peerClosed)
            }
        }
    }

    @Test
    func `A peer that takes nothing is given up after the linger time`() throws {
        try TestNetwork.run { network in
            var options = ListenerOptions()
            options.connection.lingerNanoseconds = 20_000_000
            options.connection.sendBufferByteCount = 4_096
            let handler = RecordingHandler()
            let listener = try network.listen(options: options) { connection in
                connection.write([UInt8](repeating: 1, count: 8_000_000))
                connection.close()
                return handler
            }
            let peer = try RawSocket(connectedTo: listener.boundAddress)
            let reason = try handler.takeCloseReason()
            #expect(reason == .timedOut)
            _ = peer
        }
    }

    @Test
    func `A peer that never ends its side is left after the linger time`() throws {
        try TestNetwork.run { network in
            var options = ListenerOptions()
            options.connection.lingerNanoseconds = 20_000_000
            let handler = RecordingHandler()
            let listener = try network.listen(options: options) { connection in
                connection.write([1])
                connection.close()
                return handler
            }
            let peer = try RawSocket(connectedTo: listener.boundAddress)
            let received = try peer.receive(2)
            #expect(received == [1])
            let reason = try handler.takeCloseReason()
            #expect(reason == .local)
        }
    }

    @Test
    func `Aborting resets the peer, and every later call does nothing`() throws {
        try TestNetwork.run { network in
            let pair = try network.pair()
            let isOver = try pair.client.loop.run {
                let client = pair.client
                client.write([1])
                client.abort()
                client.abort()
                client.close()
                client.write([2])
                client.pauseReading()
                client.resumeReading()
                return client.isClosing
            }
            #expect(isOver)
            let (client, server) = (
                try pair.clientHandler.takeCloseReason(), try pair.serverHandler.takeCloseReason()
            )
            #expect((client, server) == (.local, .reset))
            _ = try pair.client.loop.run { true }
            #expect(pair.clientHandler.events.count == 0)
        }
    }

    @Test
    func `A handler may abort while it is being called`() throws {
        try TestNetwork.run { network in
            let pair = try network.pair(
                server: RecordingHandler { connection, _ in
                    connection.write([1])
                    connection.abort()
                }
            )
            pair.client.loop.execute { pair.client.write([1, 2, 3]) }
            let events = try (0..<2).map { _ in try pair.serverHandler.events.take() }
            #expect(events == [.received([1, 2, 3]), .closed(.local)])
            let reason = try pair.clientHandler.takeCloseReason()
            #expect(reason == .reset)
        }
    }

    @Test
    func `Stopping a loop tells each of its connections`() throws {
        let handler = RecordingHandler()
        try TestNetwork.run(loopCount: 1) { network in
            let pair = try network.pair(client: handler)
            pair.client.loop.execute { pair.client.loop.stop() }
        }
        let reason = try handler.takeCloseReason()
        #expect(reason == .local)
    }

    @Test
    func `A handler without further methods closes when its peer has ended`() throws {
        final class Counter: ConnectionHandler {
            let reasons: Mailbox<CloseReason>
            init(_ reasons: Mailbox<CloseReason>) { self.reasons = reasons }
            func connectionDidReceive(_ connection: Connection, _ buffer: inout ReceiveBuffer) {
                connection.write([UInt8](repeating: 1, count: buffer.count * 400_000))
                buffer.consumeAll()
            }
            func connectionDidClose(_ connection: Connection, reason: CloseReason) {
                reasons.put(reason)
            }
        }
        try TestNetwork.run { network in
            let reasons = Mailbox<CloseReason>()
            let listener = try network.listen { _ in Counter(reasons) }
            let peer = try RawSocket(connectedTo: listener.boundAddress)
            try peer.send([1])
            peer.endSending()
            let received = try peer.receive(400_001)
            #expect(received.count == 400_000)
            let reason = try reasons.take()
            #expect(reason == .peerClosed)
        }
    }

    @Test
    func `A refused connection is closed at once`() throws {
        try TestNetwork.run { network in
            let listener = try network.listen { _ in nil }
            let handler = RecordingHandler()
            _ = try network.connect(to: listener.boundAddress, handler: handler)
            let reason = try handler.takeCloseReason()
            #expect(reason == .peerClosed)
        }
    }
}
