import NoteletAPI
import TTRPC

/// Makes the requests of one connection: for whom, which, with what beside them.
///
/// Whatever can be is encoded beforehand, so that the tool costs little beside the server.
struct Caller {
    private let plan: LoadPlan
    private let historyRequest: [UInt8]
    private let links: [[UInt8]]
    private var random: SeededRandom
    private var sendRequest: SendRequest
    private var user = 0
    private var callsLeft = 0
    private var metadata = Metadata()
    /// Not drawn from the seed: a second run on one store must not repeat keys.
    private var nextKey = UInt128.random(in: 0 ... .max)

    private static let sendMethod = TTRPC.MethodDescriptor(
        service: MessagesAPI.sendToLink.service,
        method: MessagesAPI.sendToLink.name
    )
    private static let historyMethod = TTRPC.MethodDescriptor(
        service: MessagesAPI.listReceived.service,
        method: MessagesAPI.listReceived.name
    )
    /// Longer than any answer should take; a call without an answer by then has failed.
    private static let timeout = Duration.seconds(30)

    /// One call to make.
    struct Call {
        let operation: Operation
        let method: TTRPC.MethodDescriptor
        let payload: [UInt8]
        let options: CallOptions
        /// How many notes the answer holds at least.
        let noteCountMin: Int
    }

    /// The requests that all connections share.
    struct Templates: Sendable {
        let send: SendRequest
        let history: [UInt8]
        let links: [[UInt8]]
    }

    /// Makes the requests of one connection, from chances of its own.
    init(_ plan: LoadPlan, _ templates: Templates, connection: Int) {
        self.plan = plan
        historyRequest = templates.history
        sendRequest = templates.send
        links = templates.links
        random = SeededRandom(seed: plan.seed, stream: UInt64(connection))
    }

    /// Draws the next call.
    mutating func next() -> Call {
        if callsLeft == 0 { speakForAnother() }
        callsLeft -= 1
        switch plan.workload.nextOperation(using: &random) {
        case .history:
            return Call(
                operation: .history,
                method: Caller.historyMethod,
                payload: historyRequest,
                options: CallOptions(timeout: Caller.timeout, metadata: metadata),
                noteCountMin: min(plan.population.users[user].receivedCount, plan.pageSize)
            )
        case .send:
            sendRequest.setLink(links[receiver()])
            return Call(
                operation: .send,
                method: Caller.sendMethod,
                payload: sendRequest.bytes,
                options: CallOptions(timeout: Caller.timeout, metadata: sendMetadata()),
                noteCountMin: 0
            )
        }
    }

    private mutating func speakForAnother() {
        user = Int(random.number(below: UInt64(links.count)))
        callsLeft = plan.callsPerUser
        metadata = Metadata()
        metadata.append("authorization", "Bearer " + plan.population.users[user].accessToken)
    }

    /// Anybody but the sender: nobody writes to himself.
    private mutating func receiver() -> Int {
        let distance = 1 + Int(random.number(below: UInt64(links.count - 1)))
        return (user + distance) % links.count
    }

    private mutating func sendMetadata() -> Metadata {
        guard plan.idempotency == .keyed else { return metadata }
        var metadata = metadata
        metadata.append("idempotency-key", Caller.key(nextKey))
        nextKey &+= 1
        return metadata
    }

    /// 32 hexadecimal digits, as long as a client's keys.
    static func key(_ number: UInt128) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(unsafeUninitializedCapacity: 32) { text in
            for index in 0..<32 {
                text[index] = digits[Int(truncatingIfNeeded: number >> UInt128(4 * index)) & 15]
            }
            return 32
        }
    }
}
