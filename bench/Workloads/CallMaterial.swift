import NoteletAPI
import ProtobufCoding

/// What all callers of a run share: the shape of the load, and requests encoded beforehand.
final class CallMaterial: Sendable {
    let workload: Workload
    let addressBook: AddressBook
    let corpus: Corpus
    let receivers: Receivers
    /// The users who make calls; those who are watched make none.
    let callers: Range<Int>
    let callsPerUser: Int
    let idempotency: LoadPlan.Idempotency
    /// Whether each note bears a stamp.
    let isStamped: Bool
    let seed: UInt64
    /// Not drawn from the seed: notes of an earlier run on the store bear other numbers.
    let firstNumber = UInt64.random(in: 0 ... .max)
    /// The encoded request of a page.
    let historyRequest: [UInt8]
    /// How many notes each user's first page has at least.
    let noteCountsMin: [Int32]
    /// What is known of the notes, when answers are to be verified.
    let model: NoteModel?

    /// Methods, as their requests begin.
    static let send = RequestTemplate(
        service: MessagesAPI.sendToLink.service,
        method: MessagesAPI.sendToLink.name
    )
    static let history = RequestTemplate(
        service: MessagesAPI.listReceived.service,
        method: MessagesAPI.listReceived.name
    )
    static let logIn = RequestTemplate(
        service: AccountsAPI.logIn.service,
        method: AccountsAPI.logIn.name
    )
    static let watch = RequestTemplate(
        service: SyncAPI.watch.service,
        method: SyncAPI.watch.name,
        answer: .messages
    )

    /// The server cuts pages at 1 MiB; a note takes this much beside its content.
    private static let pageByteCountMax = 1 << 20
    private static let noteByteCountExtra = 128

    /// Gathers it for a plan.
    init(_ plan: LoadPlan, model: NoteModel?) throws {
        workload = plan.workload
        addressBook = try AddressBook(plan.population)
        corpus = plan.corpus
        let userCount = plan.population.users.count
        let watchedCount = plan.watch?.watchedUserCount ?? 0
        callers = watchedCount..<userCount
        receivers = Receivers(
            plan.receivers,
            userCount: watchedCount > 0 ? watchedCount : userCount,
            exponent: plan.zipfExponent
        )
        callsPerUser = plan.callsPerUser
        idempotency = plan.idempotency
        isStamped = plan.watch != nil || model != nil
        seed = plan.seed
        historyRequest = try ProtobufEncoder().encode(
            ListReceivedRequest(pageSize: Int32(plan.pageSize))
        )
        let fullPageCount = min(
            plan.pageSize,
            CallMaterial.pageByteCountMax
                / (plan.contentByteCountMax + CallMaterial.noteByteCountExtra)
        )
        noteCountsMin = plan.population.users.map { user in
            Int32(min(user.receivedCount, fullPageCount))
        }
        self.model = model
    }
}
