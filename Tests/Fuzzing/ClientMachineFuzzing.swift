@testable import TTRPC

/// A server that sends anything, to a client with calls of every kind under way.
enum ClientMachineFuzzing {
    static func run(_ bytes: UnsafeRawBufferPointer) {
        var client = FuzzedClient(Choices(bytes))
        var offset = 0
        for _ in 0..<4 { client.openCall() }
        while true {
            let rest = bytes.bytes.extracting(offset...)
            guard let byteCount = client.step(rest) else { return }
            precondition(byteCount <= rest.byteCount, "A step stays within the bytes.")
            offset += byteCount
        }
    }
}

/// A client machine, and what must be true of it.
private struct FuzzedClient: ~Copyable {
    private var choices: Choices
    private var machine = ClientConnectionMachine<Int>(limits: EnvelopeFuzzing.limits)
    private var open: [Int: StreamID] = [:]
    private var paused: Set<Int> = []
    private var serial = 0

    init(_ choices: Choices) {
        self.choices = choices
    }

    /// Takes one step, and returns how many bytes it used; nil at the end.
    mutating func step(_ rest: RawSpan) -> Int? {
        let used: Int
        switch machine.next(in: rest) {
        case .incomplete, .close:
            let left = machine.finishAll()
            precondition(Set(left) == Set(open.keys) && left.count == open.count)
            return nil
        case .blocked:
            resumeOne()
            return 0
        case .passed(let byteCount):
            used = byteCount
        case .response(let byteCount, let call, let envelope):
            used = byteCount
            let body = rest.extracting(FrameHeader.byteCount..<byteCount)
            EnvelopeFuzzing.check(envelope, in: body)
            end(call)
        case .message(let byteCount, let call, let isLast):
            used = byteCount
            precondition(open[call] != nil, "A message is for a call that is open.")
            if isLast { end(call) } else { decide(call) }
        case .ended(let byteCount, let call):
            used = byteCount
            end(call)
        case .failed(let byteCount, let call, let status):
            used = byteCount
            precondition(status.code != .ok)
            end(call)
        }
        precondition(used > 0, "A step makes progress.")
        precondition(machine.callCount == open.count)
        return used
    }

    mutating func openCall() {
        let answer: ClientConnectionMachine<Int>.Answer =
            choices.next() % 2 == 0 ? .response : .messages
        guard let id = machine.open(serial, answer) else { return }
        open[serial] = id
        serial += 1
    }

    private mutating func resumeOne() {
        let calls = paused.sorted()
        precondition(!calls.isEmpty, "A frame waits for a paused call only.")
        let call = calls[Int(choices.next()) % calls.count]
        paused.remove(call)
        if let id = open[call] { machine.setPaused(false, id) }
    }

    private mutating func end(_ call: Int) {
        precondition(open.removeValue(forKey: call) != nil, "A call ends once.")
        paused.remove(call)
        if choices.next() % 2 == 0 { openCall() }
    }

    private mutating func decide(_ call: Int) {
        guard let id = open[call] else { return }
        switch choices.next() % 8 {
        case 0:
            precondition(machine.forget(id) == call)
            open[call] = nil
        case 1:
            machine.setPaused(true, id)
            paused.insert(call)
        default: break
        }
    }
}
