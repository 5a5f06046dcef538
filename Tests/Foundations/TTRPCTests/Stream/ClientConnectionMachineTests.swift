import Testing

@testable import TTRPC

/// A client's machine with its unread bytes, each step as a text that a test can compare.
final class ClientMachineHarness {
    private var machine: ClientConnectionMachine<String>
    var unread: [UInt8] = []

    init(limits: WireLimits = WireLimits()) {
        machine = ClientConnectionMachine(limits: limits)
    }

    var callCount: Int { machine.callCount }

    @discardableResult
    func open(_ call: String, _ answer: ClientConnectionMachine<String>.Answer) -> StreamID? {
        machine.open(call, answer)
    }

    func forget(_ id: StreamID) -> String? { machine.forget(id) }

    func finishAll() -> [String] { machine.finishAll() }

    func setPaused(_ isPaused: Bool, _ id: StreamID) { machine.setPaused(isPaused, id) }

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
        case .response(let count, let call, let envelope):
            let payload = Array(unread[10..<count].dropFirst(envelope.payload.lowerBound))
            return ("response \(call) \(envelope.status) \(payload)", count)
        case .message(let count, let call, let isLast):
            return ("message \(call) \(Array(unread[10..<count]))" + (isLast ? " last" : ""), count)
        case .ended(let count, let call): return ("end \(call)", count)
        case .failed(let count, let call, let status): return ("failed \(call) \(status)", count)
        case .close(let reason): return ("close \(reason)", nil)
        }
    }
}

@Suite
struct ClientConnectionMachineTests {
    @Test
    func streamIDsAreOddAndRise() {
        let harness = ClientMachineHarness()
        #expect(harness.open("a", .response) == StreamID(1))
        #expect(harness.open("b", .messages) == StreamID(3))
        #expect(harness.callCount == 2)
        #expect(StreamID.last.isClientInitiated)
        #expect(StreamID.last.next == nil)
        #expect(StreamID(StreamID.last.rawValue - 2).next == .last)
    }

    @Test
    func responsesEndTheirCalls() {
        let harness = ClientMachineHarness()
        _ = harness.open("a", .response)
        _ = harness.open("b", .response)
        #expect(harness.feed(frame(3, 2, field(2, [7]))) == ["response b OK [7]"])
        let refusal = field(1, bytes("08 05 12 01 78"))
        let steps = harness.feed(frame(1, 2, refusal))
        #expect(steps.first?.hasPrefix("response a NOT_FOUND: x [") == true)
        #expect(harness.callCount == 0)
    }

    @Test
    func streamsEndInThreeWays() {
        let harness = ClientMachineHarness()
        for name in ["a", "b", "c"] { _ = harness.open(name, .messages) }
        #expect(harness.feed(frame(1, 3, [1]) + frame(1, 3)) == ["message a [1]", "message a []"])
        #expect(harness.feed(frame(1, 3, flags: 4)) == [])
        #expect(harness.feed(frame(1, 3, flags: 5)) == ["end a"])
        #expect(harness.feed(frame(3, 3, flags: 1, [2])) == ["message b [2] last"])
        #expect(harness.feed(frame(5, 2)) == ["response c OK []"])
        #expect(harness.callCount == 0)
    }

    @Test
    func brokenRulesEndOnlyTheirCall() {
        let harness = ClientMachineHarness(limits: WireLimits(messageByteCountMax: 8))
        for name in ["a", "b", "c", "d"] { _ = harness.open(name, .response) }
        #expect(
            harness.feed(frame(1, 3, [1]))
                == ["failed a INTERNAL: received data from non-streaming server: protocol error"]
        )
        #expect(
            harness.feed(frame(3, 9)) == ["failed b INTERNAL: unexpected message: protocol error"]
        )
        #expect(harness.feed(frame(5, 2, [0xFF])).first?.hasPrefix("failed c INTERNAL") == true)
        let text = "failed d RESOURCE_EXHAUSTED: message length 9 exceed maximum message size of 8"
        #expect(harness.feed(frame(7, 2, [UInt8](repeating: 0, count: 9))) == [text])
        #expect(harness.feed() == [])
    }

    @Test
    func whatComesForForgottenCallsIsPassedOver() {
        let harness = ClientMachineHarness(limits: WireLimits(messageByteCountMax: 8))
        _ = harness.open("a", .messages)
        #expect(harness.forget(StreamID(1)) == "a")
        #expect(harness.forget(StreamID(1)) == nil)
        for _ in 0..<100 { #expect(harness.feed(frame(1, 3, [1])) == []) }
        #expect(harness.feed(frame(1, 2, [UInt8](repeating: 0, count: 9))) == [])
        #expect(harness.feed(frame(1, 2)) == [])
    }

    @Test(arguments: [0, 2, 3] as [UInt32])
    func streamsThatNeverWereCostTheConnection(id: UInt32) {
        let harness = ClientMachineHarness()
        _ = harness.open("a", .response)
        for _ in 0..<32 { #expect(harness.feed(frame(id, 2)) == []) }
        #expect(harness.feed(frame(id, 2)) == ["close tooManyProtocolErrors"])
    }

    @Test
    func messagesWaitForAPausedStream() {
        let harness = ClientMachineHarness()
        _ = harness.open("a", .messages)
        harness.setPaused(true, StreamID(1))
        #expect(harness.feed(frame(1, 3, [1])) == ["blocked"])
        harness.setPaused(false, StreamID(1))
        #expect(harness.feed() == ["message a [1]"])
    }

    @Test
    func lostFramingClosesTheConnection() {
        let harness = ClientMachineHarness()
        _ = harness.open("a", .messages)
        #expect(harness.feed([0x15]) == ["close reservedLengthByte"])
        #expect(harness.finishAll() == ["a"])
        #expect(harness.callCount == 0)
    }

    @Test
    func splitTrafficChangesNothing() {
        let traffic = frame(1, 3, [1, 2]) + frame(3, 2, field(2, [7])) + frame(1, 3, flags: 5)
        for split in 0...traffic.count {
            let harness = ClientMachineHarness()
            _ = harness.open("a", .messages)
            _ = harness.open("b", .response)
            let steps =
                harness.feed(Array(traffic[..<split])) + harness.feed(Array(traffic[split...]))
            #expect(steps == ["message a [1, 2]", "response b OK [7]", "end a"])
        }
    }
}
