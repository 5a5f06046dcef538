import Locking
import Testing

@testable import TTRPC

/// What the handler of a stream is told of its end.
@Suite(.timeLimit(.minutes(1)))
struct StreamEndTests {
    /// The ways in which a stream ends.
    enum Ending: CaseIterable {
        case finished, refused, tooSlow, tooLong, refusedWhileMade

        var code: StatusCode {
            switch self {
            case .finished: .ok
            case .refused, .refusedWhileMade: .notFound
            case .tooSlow, .tooLong: .resourceExhausted
            }
        }

        func bringAbout(_ stream: ServerStream) {
            switch self {
            case .finished: stream.finish()
            case .refused, .refusedWhileMade: stream.finish(Status(.notFound))
            case .tooSlow: for _ in 0..<2_000 { stream.send([UInt8](repeating: 7, count: 1_000)) }
            case .tooLong: stream.send([UInt8](repeating: 7, count: 4 << 20 | 1))
            }
        }
    }

    /// Ends its stream, and keeps what it is told of that.
    private final class EndingHandler: ServerStreamHandler, Sendable {
        let ending: Ending
        private let ends = Mutex<[StatusCode]>([])

        init(_ ending: Ending) { self.ending = ending }

        var toldCodes: [StatusCode] { ends.withLock { $0 } }

        func streamDidReceive(_ stream: ServerStream, _ message: RawSpan) {
            ending.bringAbout(stream)
        }

        func streamDidEnd(_ stream: ServerStream, _ status: Status) {
            ends.withLock { $0.append(status.code) }
        }
    }

    @Test(arguments: Ending.allCases)
    func aHandlerIsToldOfTheEndOnce(_ ending: Ending) async throws {
        let handler = EndingHandler(ending)
        var router = Router.underTest()
        router.registerStream(Methods.method("End"), .serverStream) {
            _,
            stream throws(RPCError) in
            if ending == .refusedWhileMade { ending.bringAbout(stream) }
            return handler
        }
        let server = try RunningServer(router)
        let peer = try RawPeer(server)
        try await peer.send(requestFrame(1, "svc", "End", flags: 1))
        var frame = try #require(try await peer.receive())
        while frame.response == nil, !frame.header.flags.contains(.remoteClosed) {
            frame = try #require(try await peer.receive())
        }
        #expect(frame.response?.status.code ?? .ok == ending.code)
        #expect(handler.toldCodes == [ending.code])
        peer.endSending()
        #expect(try await peer.receive() == nil)
        #expect(handler.toldCodes == [ending.code], "The end of the connection is no second end.")
    }
}

/// Several streams that share what a connection may have unsent.
@Suite(.timeLimit(.minutes(1)))
struct SharedConnectionTests {
    /// More than a connection may have unsent when a stream sends more.
    private static let largeMessage = [UInt8](repeating: 7, count: 5 << 18)

    /// Sends one large message once the requests that came together were read, without asking.
    private final class Burst: ServerStreamHandler {
        func streamDidReceive(_ stream: ServerStream, _ message: RawSpan) {
            stream.execute {
                stream.send(SharedConnectionTests.largeMessage)
                stream.finish()
            }
        }
    }

    /// Asks before it sends one large message, and keeps what it found when it was told to go on.
    private final class Patient: ServerStreamHandler, Sendable {
        private let answers = Mutex<[Bool]>([])

        var answersWhenTold: [Bool] { answers.withLock { $0 } }

        func streamDidReceive(_ stream: ServerStream, _ message: RawSpan) {
            stream.execute { self.sendIfWritable(stream) }
        }

        func streamIsWritable(_ stream: ServerStream) {
            answers.withLock { $0.append(stream.isWritable) }
            sendIfWritable(stream)
        }

        private func sendIfWritable(_ stream: ServerStream) {
            guard stream.isWritable else { return }
            stream.send(SharedConnectionTests.largeMessage)
            stream.finish()
        }
    }

    /// Expects that each of so many streams gets one message and ends well.
    private func expectMessages(_ peer: RawPeer, streamCount: Int) async throws {
        var messageIDs: [StreamID] = []
        var endedIDs: [StreamID] = []
        while endedIDs.count < streamCount {
            let frame = try #require(try await peer.receive())
            #expect(frame.header.type == .data)
            if frame.header.flags.contains(.remoteClosed) {
                endedIDs.append(frame.header.streamID)
            } else {
                messageIDs.append(frame.header.streamID)
            }
        }
        let ids = (0..<streamCount).map { StreamID(UInt32(2 * $0 + 1)) }
        #expect(messageIDs.sorted() == ids)
        #expect(endedIDs.sorted() == ids)
    }

    @Test
    func aStreamThatWasNotToldToWaitIsNotEndedForWhatOthersSent() async throws {
        var router = Router.underTest()
        router.registerStream(Methods.method("Burst"), .serverStream) {
            _,
            _ throws(RPCError) in Burst()
        }
        let server = try RunningServer(router)
        let peer = try RawPeer(server)
        let requests = [1, 3, 5].map { requestFrame($0, "svc", "Burst", flags: 1) }
        try await peer.send(Array(requests.joined()))
        try await expectMessages(peer, streamCount: 3)
    }

    /// Sends on a thread where nobody can know whether it may.
    private final class Stranger: ServerStreamHandler {
        func streamDidReceive(_ stream: ServerStream, _ message: RawSpan) {
            Task.detached { stream.send([7]) }
        }
    }

    @Test
    func sendingOnAnotherThreadIsABug() async {
        await #expect(processExitsWith: .failure) {
            var router = Router.underTest()
            router.registerStream(Methods.method("Stray"), .serverStream) {
                _,
                _ throws(RPCError) in Stranger()
            }
            let peer = try RawPeer(RunningServer(router))
            try await peer.send(requestFrame(1, "svc", "Stray", flags: 1))
            _ = try await peer.receive()
        }
    }

    @Test
    func whoAsksIsToldWhenItMaySendAndThenMay() async throws {
        let handler = Patient()
        var router = Router.underTest()
        router.registerStream(Methods.method("Ask"), .serverStream) {
            _,
            _ throws(RPCError) in handler
        }
        let server = try RunningServer(router)
        let peer = try RawPeer(server)
        let requests = [1, 3, 5, 7].map { requestFrame($0, "svc", "Ask", flags: 1) }
        try await peer.send(Array(requests.joined()))
        try await expectMessages(peer, streamCount: 4)
        #expect(handler.answersWhenTold == [true, true, true])
    }
}
