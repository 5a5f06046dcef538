import DirectoryClient
import NoteletClient

/// Somebody who follows the members of the club.
actor MemberWatch {
    /// The list as it was seen last; nil before the first.
    private var members: [Member]?
    private var failure: NoteletError?
    private var task: Task<Void, Never>?
    private let bell = Bell()

    /// Begins, and returns once the first list is there.
    init(of notelet: Notelet) async throws {
        task = Task { [weak self] in
            do throws(NoteletError) {
                for try await members in notelet.observeMembers(of: Club.collection) {
                    await self?.take(members)
                }
            } catch {
                await self?.fail(error)
            }
        }
        try await wait("the watch has a first list") { _ in true }
    }

    /// Waits until there is a list, and it is as wanted.
    func wait(_ claim: String, until isRight: ([Member]) -> Bool) async throws {
        try await bell.wait(claim) {
            if let failure { throw failure }
            return members.map(isRight) ?? false
        }
    }

    /// Follows no more.
    func stop() async {
        task?.cancel()
        await task?.value
    }

    private func take(_ members: [Member]) {
        self.members = members
        bell.ring()
    }

    private func fail(_ error: NoteletError) {
        failure = error
        bell.ring()
    }
}
