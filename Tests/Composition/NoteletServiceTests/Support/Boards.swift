import AccountRules
import Domain
import Locking
import NoteletAPI
import Records

@testable import Serving

/// A feature of boards, on which everybody may read but those who were shut out.
final class Boards: Sendable {
    private let state = Mutex(State())

    private struct State {
        var shutOut: Set<UserNumber> = []
        var renewed: [UInt64: UInt64] = [:]
    }

    /// Lets somebody read no more.
    func shut(out user: UserNumber) { state.withLock { _ = $0.shutOut.insert(user) } }

    /// Puts another board under the name of one that is gone.
    func renew(_ number: UInt64, as other: UInt64) { state.withLock { $0.renewed[number] = other } }

    /// Writes lines on a board.
    static func write(
        _ lines: [UInt8],
        on board: UInt64,
        of service: TestService
    ) async throws {
        try await service.write { store, _ throws(DomainError) in
            for line in lines { try store.append([line], to: feed(board)) }
        }
    }

    static func feed(_ number: UInt64) -> SharedFeed {
        SharedFeed(SharedFeed.Kind(rawValue: 200), number: number)
    }

    /// The feeds of the boards.
    var source: SharedFeedSource {
        SharedFeedSource("boards") { [self] name, reader, _ in
            guard let number = UInt64(name) else { return nil }
            return state.withLock { state in
                if state.shutOut.contains(reader.user) { return nil }
                return Self.feed(state.renewed[number] ?? number)
            }
        } change: { entry, _, _ in
            let bytes = entry.withUnsafeBytes { [UInt8]($0) }
            return bytes == [0] ? nil : SharedChange(type: "boards.Line", value: bytes)
        }
    }
}
