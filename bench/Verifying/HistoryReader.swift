internal import Locking
import CommandLineInterface
import Networking
import NoteletAPI
import TTRPC

/// Reads whole histories before and after a run, by the library's own client.
struct HistoryReader: Sendable {
    private let population: Population
    private let client: Client

    /// Users whose histories are read at the same time.
    private static let taskCount = 32
    /// The largest page that the service gives.
    private static let pageSize: Int32 = 500

    private static let method = TTRPC.MethodDescriptor(
        service: MessagesAPI.listReceived.service,
        method: MessagesAPI.listReceived.name
    )

    /// Connects to a server.
    init(_ plan: LoadPlan) async throws {
        population = plan.population
        do {
            client = try await Client.connect(to: plan.address)
        } catch {
            throw CommandFailure(.unreachable, "\(error)")
        }
    }

    /// Takes in what all users have.
    func readEarlier(into model: NoteModel) async throws {
        try await forEach(Array(population.users.indices)) { user in
            let page = try await history(of: user)
            model.setEarlier(page.notes, of: user)
        }
    }

    /// Compares the whole history of everybody who was written to.
    func check(_ model: NoteModel) async throws {
        try await forEach(model.receivers) { user in
            model.check(try await history(of: user), of: user)
        }
    }

    private func history(of user: Int) async throws -> ReceivedNotes.Page {
        let time = MonotonicClock.now()
        var options = CallOptions(timeout: .seconds(30))
        options.metadata.append(
            "authorization",
            "Bearer " + population.users[user].accessToken
        )
        var notes: [ReceivedNotes.Note] = []
        var cursor: [UInt8] = []
        repeat {
            let page: ListReceivedResponse
            do {
                page = try await client.call(
                    HistoryReader.method,
                    ListReceivedRequest(cursor: cursor, pageSize: HistoryReader.pageSize),
                    options: options
                )
            } catch {
                throw CommandFailure(.refused, "A history could not be verified: \(error).")
            }
            notes += page.messages.map(NoteModel.note)
            cursor = page.nextCursor
        } while !cursor.isEmpty
        return ReceivedNotes.Page(notes: notes, isLast: true, askedAt: time)
    }

    private func forEach(
        _ users: [Int],
        _ body: @escaping @Sendable (Int) async throws -> Void
    ) async throws {
        let step = HistoryReader.taskCount
        try await withThrowingTaskGroup(of: Void.self) { group in
            for first in 0..<min(step, users.count) {
                group.addTask {
                    for index in stride(from: first, to: users.count, by: step) {
                        try await body(users[index])
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
