@testable import TTRPC

/// A peer that sends anything, to an owner that keeps, answers, pauses and resumes calls at will.
enum ServerMachineFuzzing {
    private static let limits = EnvelopeFuzzing.limits
    private static let runningUnaryCountMax = 4
    private static let streamCountMax = 8

    static func run(_ bytes: UnsafeRawBufferPointer) {
        var owner = Owner(bytes)
        owner.run()
    }

    /// Does what `ServerConnection` does, as far as the machine can tell.
    private struct Owner: ~Copyable {
        private let bytes: UnsafeRawBufferPointer
        private var choices: Choices
        private var machine = ServerConnectionMachine<StreamID>(
            limits: limits,
            runningUnaryCountMax: runningUnaryCountMax
        )
        private var paused: Set<StreamID> = []
        /// The unary calls whose handlers are not done, whether or not somebody waits for them.
        private var running: Set<StreamID> = []
        private var lastID = StreamID(0)
        private var offset = 0
        private var refusalCount = 0

        init(_ bytes: UnsafeRawBufferPointer) {
            self.bytes = bytes
            choices = Choices(bytes)
        }

        mutating func run() {
            while step() { checkInvariants() }
            let left = machine.finishAll()
            precondition(Set(left).count == left.count)
            precondition(machine.isIdle && machine.streamCount == 0)
            precondition(machine.runningUnaryCount == running.count, "They finish later.")
        }

        /// Takes one step; false says that there is none left.
        private mutating func step() -> Bool {
            let rest = bytes.bytes.extracting(offset...)
            switch machine.next(in: rest) {
            case .incomplete, .close:
                return false
            case .blocked:
                return unblock()
            case .passed(let byteCount):
                use(byteCount, of: rest)
            case .request(let byteCount, let id, let envelope, let input):
                use(byteCount, of: rest)
                precondition(id > lastID && id.isClientInitiated, "Streams rise.")
                lastID = id
                let body = rest.extracting(FrameHeader.byteCount..<byteCount)
                EnvelopeFuzzing.check(envelope, in: body)
                begin(id, input)
            case .message(let byteCount, let id, _), .inputEnded(let byteCount, let id):
                use(byteCount, of: rest)
                precondition(machine.call(id) == id, "Messages are for calls in the table.")
                precondition(!paused.contains(id), "A paused stream gets no messages.")
                if choices.next() % 4 == 0 { finish(id) }
            case .refuse(let byteCount, let id, let status, let ended):
                use(byteCount, of: rest)
                precondition(status.code != .ok && !status.message.isEmpty)
                precondition(ended == nil || ended == id)
                precondition(machine.call(id) == nil, "A refused stream is over.")
                paused.remove(id)
                refusalCount += 1
                precondition(refusalCount <= limits.protocolErrorCountMax)
            }
            return true
        }

        private mutating func use(_ byteCount: Int, of rest: RawSpan) {
            precondition(byteCount > 0 && byteCount <= rest.byteCount, "A step makes progress.")
            offset += byteCount
        }

        private mutating func begin(
            _ id: StreamID,
            _ input: ServerConnectionMachine<StreamID>.Input
        ) {
            switch choices.next() % 4 {
            case 0: machine.answered(id, input)
            case 1:
                machine.open(id, id, .unary, input)
                running.insert(id)
            default:
                guard machine.streamCount < streamCountMax else {
                    return machine.answered(id, input)
                }
                machine.open(id, id, .stream, input)
                if choices.next() % 4 == 0, machine.setPaused(true, id) { paused.insert(id) }
            }
        }

        private mutating func finish(_ id: StreamID) {
            precondition(machine.finish(id) == id)
            precondition(machine.finish(id) == nil)
            paused.remove(id)
        }

        /// Finishes a unary call or resumes a stream, so that what waited goes on.
        private mutating func unblock() -> Bool {
            let calls = running.union(paused).sorted()
            precondition(!calls.isEmpty, "Something waits for a call.")
            let id = calls[Int(choices.next()) % calls.count]
            if paused.remove(id) != nil {
                precondition(machine.setPaused(false, id))
            } else {
                running.remove(id)
                machine.unaryDidFinish()
                if machine.call(id) != nil { finish(id) }
            }
            return true
        }

        private func checkInvariants() {
            precondition(machine.runningUnaryCount == running.count)
            precondition(running.count <= runningUnaryCountMax)
            precondition(machine.streamCount <= streamCountMax)
            let streams = machine.calls.filter { !running.contains($0) }
            precondition(streams.count == machine.streamCount, "Who is answered finishes.")
            precondition(paused.allSatisfy { machine.call($0) != nil })
        }
    }
}
