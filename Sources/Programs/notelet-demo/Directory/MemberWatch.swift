import DirectoryClient
import Locking
import NoteletClient

/// Somebody who follows the members of the club.
final class MemberWatch: Sendable {
    private let task: Task<Void, any Error>
    private let latest: Latest

    /// The list as it was seen last.
    private final class Latest: Sendable {
        let members = Mutex<[Member]?>(nil)
    }

    /// Begins, and returns once the first list is there.
    init(of notelet: Notelet) async throws {
        let latest = Latest()
        self.latest = latest
        task = Task {
            for try await members in notelet.observeMembers(of: Club.collection) {
                latest.members.withLock { $0 = members }
            }
        }
        while latest.members.withLock({ $0 == nil }) { try await Self.pause() }
    }

    /// Waits until the list is as wanted.
    func wait(until isRight: ([Member]) -> Bool) async throws {
        while !isRight(latest.members.withLock { $0 } ?? []) { try await Self.pause() }
    }

    /// Follows no more.
    func stop() async {
        task.cancel()
        _ = await task.result
    }

    private static func pause() async throws { try await Task.sleep(for: .milliseconds(2)) }
}
