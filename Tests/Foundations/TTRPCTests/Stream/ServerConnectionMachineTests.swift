import TestSupport
import Testing

@testable import TTRPC

/// A server's machine with its unread bytes, each step as a text that a test can compare.
final class ServerMachineHarness {
    private var machine: ServerConnectionMachine<String>
    var unread: [UInt8] = []

    init(limits: WireLimits = WireLimits(), runningUnaryCountMax: Int = 2) {
        machine = ServerConnectionMachine(
            limits: limits,
            runningUnaryCountMax: runningUnaryCountMax
        )
    }

    var isIdle: Bool { machine.isIdle }
    var isSkipping: Bool { machine.isSkipping }
    var runningUnaryCount: Int { machine.runningUnaryCount }
    var streamCount: Int { machine.streamCount }
    var calls: [String] { machine.calls }

    func finish(_ id: StreamID) -> String? { machine.finish(id) }

    func unaryDidFinish() { machine.unaryDidFinish() }

    @discardableResult
    func setPaused(_ isPaused: Bool, _ id: StreamID) -> Bool { machine.setPaused(isPaused, id) }

    /// Takes all steps; requests of service `unary` and `stream` go into the table.
    func feed(_ bytes: [UInt8] = []) -> [String] {
        unread += bytes
        var steps: [String] = []
        while true {
            let (text, byteCount) = step()
            if !text.isEmpty { steps.append(text) }
            guard let byteCount else { return steps }
            unread.removeFirst(byteCount)
        }
    }

    private func step() -> (String, Int?) {
        switch unread.withRawSpan({ machine.next(in: $0) }) {
        case .incomplete: return ("", nil)
        case .blocked: return ("blocked", nil)
        case .passed(let count): return ("", count)
        case .request(let count, let id, let envelope, let input):
            let body = Array(unread[10..<count])
            let service = String(decoding: body[envelope.service], as: UTF8.self)
            switch service {
            case "unary": machine.open(id, "u\(id.rawValue)", .unary, input)
            case "stream": machine.open(id, "s\(id.rawValue)", .stream, input)
            default: machine.answered(id, input)
            }
            return ("request \(id.rawValue) \(service) \(input)", count)
        case .message(let count, let call, let input):
            return ("message \(call) \(Array(unread[10..<count])) \(input)", count)
        case .inputEnded(let count, let call): return ("end \(call)", count)
        case .refuse(let count, let id, let status, let ended):
            return ("refuse \(id.rawValue) \(status)" + (ended.map { " ends \($0)" } ?? ""), count)
        case .close(let reason): return ("close \(reason)", nil)
        }
    }
}

@Suite
struct ServerConnectionMachineTests {
    private static let odd = "INVALID_ARGUMENT: StreamID must be odd for client initiated streams"
    private static let reused = "INVALID_ARGUMENT: StreamID cannot be re-used and must increment"
    private static let inactive = "INVALID_ARGUMENT: StreamID is no longer active"

    @Test
    func unaryRequestsPassThrough() {
        let harness = ServerMachineHarness()
        let steps = harness.feed(requestFrame(1, "now") + requestFrame(5, "now"))
        #expect(steps == ["request 1 now closed", "request 5 now closed"])
        #expect(harness.isIdle)
    }

    @Test(arguments: [0, 2, 0x7FFF_FFFE, 0xFFFF_FFFE] as [UInt32])
    func evenStreamsAreRefused(id: UInt32) {
        let harness = ServerMachineHarness()
        #expect(harness.feed(requestFrame(id)) == ["refuse \(id) \(Self.odd)"])
        #expect(harness.feed(frame(id, 3)) == ["refuse \(id) \(Self.odd)"])
        #expect(harness.feed(frame(id, 9)) == ["refuse \(id) \(Self.odd)"])
    }

    @Test
    func streamIDsMustRise() {
        let harness = ServerMachineHarness()
        _ = harness.feed(requestFrame(5, "now"))
        #expect(harness.feed(requestFrame(5, "now")) == ["refuse 5 \(Self.reused)"])
        #expect(harness.feed(requestFrame(3, "now")) == ["refuse 3 \(Self.reused)"])
        #expect(harness.feed(requestFrame(.max, "now")) == ["request \(UInt32.max) now closed"])
        #expect(harness.feed(requestFrame(7, "now")) == ["refuse 7 \(Self.reused)"])
    }

    @Test
    func reusingAnActiveStreamEndsIt() {
        let harness = ServerMachineHarness()
        _ = harness.feed(requestFrame(1, "unary"))
        #expect(harness.feed(requestFrame(1, "unary")) == ["refuse 1 \(Self.reused) ends u1"])
        #expect(harness.isIdle && harness.runningUnaryCount == 1, "Its handler goes on.")
    }

    @Test
    func streamsCarryDataUntilTheyAreClosed() {
        let harness = ServerMachineHarness()
        #expect(harness.feed(requestFrame(1, "stream", flags: 2)) == ["request 1 stream open"])
        #expect(harness.feed(frame(1, 3, [7])) == ["message s1 [7] open"])
        #expect(harness.feed(frame(1, 3)) == ["message s1 [] open"])
        // No data and no end says nothing, with or without a body.
        #expect(harness.feed(frame(1, 3, flags: 4)) == [])
        #expect(harness.feed(frame(1, 3, flags: 4, [1])) == [])
        #expect(harness.feed(frame(1, 3, flags: 5)) == ["end s1"])
        // Once more is no fault.
        #expect(harness.feed(frame(1, 3, flags: 5)) == [])
        let closed = "refuse 1 INVALID_ARGUMENT: data handling error: ttrpc: stream closed ends s1"
        #expect(harness.feed(frame(1, 3, [8])) == [closed])
        #expect(harness.isIdle)
    }

    @Test
    func theLastMessageMayCloseTheStream() {
        let harness = ServerMachineHarness()
        _ = harness.feed(requestFrame(1, "stream", flags: 2))
        #expect(harness.feed(frame(1, 3, flags: 1, [7])) == ["message s1 [7] closed"])
        #expect(harness.streamCount == 1)
        #expect(harness.finish(StreamID(1)) == "s1")
        #expect(harness.finish(StreamID(1)) == nil)
        #expect(harness.feed(frame(1, 3, [8])) == ["refuse 1 \(Self.inactive)"])
    }

    @Test
    func noDataMayNotCloseWithData() {
        let harness = ServerMachineHarness()
        _ = harness.feed(requestFrame(1, "stream", flags: 2))
        let text = "refuse 1 INVALID_ARGUMENT: data close message cannot include data ends s1"
        #expect(harness.feed(frame(1, 3, flags: 5, [7])) == [text])
    }

    @Test
    func dataForStreamsThatNeverWereIsRefused() {
        let harness = ServerMachineHarness()
        #expect(harness.feed(frame(9, 3, [1])) == ["refuse 9 \(Self.inactive)"])
        _ = harness.feed(requestFrame(11, "now"))
        #expect(harness.feed(frame(11, 3, [1])) == ["refuse 11 \(Self.inactive)"])
    }

    @Test
    func dataThatCrossedTheAnswerIsNoFault() {
        let harness = ServerMachineHarness()
        _ = harness.feed(requestFrame(1, "now", flags: 2))
        #expect(harness.feed(frame(1, 3, [1]) + frame(1, 3, [2]) + frame(1, 3, flags: 5)) == [])
        #expect(harness.feed(frame(1, 3, [3])) == ["refuse 1 \(Self.inactive)"])
    }

    @Test
    func onlySomeEndedStreamsAreRemembered() {
        let harness = ServerMachineHarness()
        for id in stride(from: UInt32(1), to: 131, by: 2) {
            _ = harness.feed(requestFrame(id, "now", flags: 2))
        }
        #expect(harness.feed(frame(1, 3, [1])) == ["refuse 1 \(Self.inactive)"])
        #expect(harness.feed(frame(3, 3, [1])) == [])
        #expect(harness.feed(frame(129, 3, [1])) == [])
    }

    @Test
    func oversizedBodiesAreSkippedAndEndTheirStream() {
        let harness = ServerMachineHarness(limits: WireLimits(messageByteCountMax: 40))
        _ = harness.feed(requestFrame(1, "stream", flags: 2))
        let text =
            "refuse 1 RESOURCE_EXHAUSTED: message length 41 exceed maximum message size of 40"
        let long = frame(1, 3, [UInt8](repeating: 0xFF, count: 41))
        #expect(harness.feed(Array(long[..<20])) == [text + " ends s1"])
        #expect(harness.isSkipping)
        #expect(
            harness.feed(Array(long[20...]) + requestFrame(3, "now")) == ["request 3 now closed"]
        )
    }

    @Test
    func anOversizedRequestDoesNotUseItsNumber() {
        let harness = ServerMachineHarness(limits: WireLimits(messageByteCountMax: 40))
        #expect(harness.feed(frame(1, 1, [UInt8](repeating: 0, count: 41))).count == 1)
        #expect(harness.feed(requestFrame(1, "now")) == ["request 1 now closed"])
    }

    @Test
    func damagedEnvelopesAreRefused() {
        let harness = ServerMachineHarness()
        let text = "unmarshal request error: unexpected end of message"
        #expect(harness.feed(frame(1, 1, [0xFF])) == ["refuse 1 INVALID_ARGUMENT: \(text)"])
        #expect(harness.feed(requestFrame(1, "now")) == ["refuse 1 \(Self.reused)"])
    }

    @Test
    func badPeersAreClosed() {
        let harness = ServerMachineHarness()
        for _ in 0..<32 { #expect(harness.feed(frame(2, 1)).count == 1) }
        #expect(harness.feed(frame(2, 1)) == ["close tooManyProtocolErrors"])
    }

    @Test
    func unknownTypesAreIgnoredWithinABudget() {
        var limits = WireLimits()
        limits.ignoredFrameCountMax = 2
        let harness = ServerMachineHarness(limits: limits)
        #expect(harness.feed(frame(1, 2, [1]) + frame(3, 0xFF, flags: 0xFF, [1])) == [])
        #expect(harness.feed(requestFrame(1, "now")) == ["request 1 now closed"])
        #expect(harness.feed(frame(1, 0)) == ["close tooManyIgnoredFrames"])
    }

    @Test
    func requestsWaitForRunningOnes() {
        let harness = ServerMachineHarness()
        let steps = harness.feed(
            requestFrame(1, "unary") + requestFrame(3, "unary") + requestFrame(5, "unary")
        )
        #expect(steps == ["request 1 unary closed", "request 3 unary closed", "blocked"])
        #expect(harness.finish(StreamID(3)) == "u3")
        #expect(harness.feed() == ["blocked"], "Its handler goes on, whoever ended the call.")
        harness.unaryDidFinish()
        #expect(harness.feed() == ["request 5 unary closed"])
    }

    @Test
    func dataOnUnaryCallsIsABrokenRuleAndMakesNoRoom() {
        var limits = WireLimits()
        limits.protocolErrorCountMax = 1
        let harness = ServerMachineHarness(limits: limits)
        let call = { (id: UInt32) in requestFrame(id, "unary", flags: 2) + frame(id, 3, [1]) }
        let refusal = "refuse 1 INVALID_ARGUMENT: a unary call takes no data messages ends u1"
        #expect(harness.feed(call(1)) == ["request 1 unary open", refusal])
        #expect(harness.runningUnaryCount == 1)
        #expect(harness.feed(call(3)) == ["request 3 unary open", "close tooManyProtocolErrors"])
    }

    @Test
    func messagesWaitForAPausedStream() {
        let harness = ServerMachineHarness()
        _ = harness.feed(requestFrame(1, "stream", flags: 2))
        #expect(harness.setPaused(true, StreamID(1)))
        #expect(harness.feed(requestFrame(3, "now") + frame(1, 3, [1])).last == "blocked")
        harness.setPaused(false, StreamID(1))
        #expect(harness.feed() == ["message s1 [1] open"])
        #expect(!harness.setPaused(true, StreamID(9)))
    }

    @Test
    func theTableIsEmptyWhenAllHasEnded() {
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SeededGenerator(seed: seed)
        var limits = WireLimits()
        limits.protocolErrorCountMax = .max
        let harness = ServerMachineHarness(limits: limits, runningUnaryCountMax: .max)
        var nextID: UInt32 = 1
        for _ in 0..<20_000 {
            let id = UInt32.random(in: 0...nextID, using: &generator) | 1
            switch Int.random(in: 0..<5, using: &generator) {
            case 0:
                let service = ["unary", "stream", "now"].randomElement(using: &generator) ?? ""
                let flags = UInt8.random(in: 0...2, using: &generator)
                _ = harness.feed(requestFrame(nextID, service, flags: flags))
                nextID += 2
            case 1: _ = harness.feed(frame(id, 3, [1]))
            case 2: _ = harness.feed(frame(id, 3, flags: 5))
            case 3: _ = harness.feed(requestFrame(id, "stream"))
            default: _ = harness.finish(StreamID(id))
            }
        }
        let rest = harness.calls
        let streams = rest.filter { $0.hasPrefix("s") }
        #expect(streams.count == harness.streamCount, "\(seed)")
        for call in rest {
            let id = UInt32(call.dropFirst()) ?? 0
            #expect(harness.finish(StreamID(id)) == call, "\(seed)")
        }
        #expect(harness.isIdle, "\(seed)")
        #expect(harness.streamCount == 0, "\(seed)")
    }

    @Test
    func mutatedTrafficNeverTraps() {
        let seed = UInt64.random(in: 0 ... .max)
        var generator = SeededGenerator(seed: seed)
        let traffic =
            requestFrame(1, "unary", payload: [1, 2]) + requestFrame(3, "stream", flags: 2)
            + frame(3, 3, [1, 2, 3]) + frame(3, 3, flags: 5) + requestFrame(5, "now")
        var stepCount = 0
        for _ in 0..<3_000 {
            var bytes = traffic
            for _ in 0..<3 {
                let index = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[index] = UInt8.random(in: 0 ... .max, using: &generator)
            }
            let harness = ServerMachineHarness()
            stepCount += harness.feed(bytes).count
        }
        #expect(stepCount > 0, "seed \(seed)")
    }
}
