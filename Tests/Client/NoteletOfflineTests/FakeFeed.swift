import ClientTestSupport
import NoteletAPI
import ProtobufCoding
import TTRPC
import TestSupport

/// A shared feed at a service that a test makes up: each batch is one page.
struct FakeFeed: Sendable {
    /// What it is called.
    var name = "directory/team"
    /// What its pages say of what feed they are; nil for what was asked for.
    var nameOfPages: String?
    let batches = Log<[SharedChange]>()
    /// The feed and the cursor of each page of a shared feed that was pulled.
    let pulls = Log<Pull>()

    struct Pull: Hashable, Sendable {
        let name: String
        let cursor: [UInt8]
    }

    /// A cursor that the service does not know any more.
    static let lostCursor: [UInt8] = [99]

    /// Tells changes, all of one page, to all that follow.
    func tell(_ kinds: DirectoryChange.Kind...) { tell(kinds) }

    /// Tells changes, all of one page, to all that follow.
    func tell(_ kinds: [DirectoryChange.Kind]) {
        batches.append(kinds.compactMap { try? SharedChange(DirectoryChange(kind: $0)) })
    }

    /// Tells changes of any feature, all of one page, to all that follow.
    func tell<Told: NamedMessage & Encodable>(changes: [Told]) {
        batches.append(changes.compactMap { try? SharedChange($0) })
    }

    /// Serves the feed, and the account's own, which has nothing.
    func serve(on router: inout Router) {
        router.answer(SyncAPI.pull) { [self] request, _ in
            if request.feed.isEmpty {
                return ChangePage(cursor: request.cursor + [1], isUpToDate: true)
            }
            pulls.append(Pull(name: request.feed, cursor: request.cursor))
            guard request.feed == name else { throw try RPCError.refusal(.feedNotFound) }
            if request.cursor == Self.lostCursor { throw try RPCError.refusal(.invalidCursor) }
            return page(after: request.cursor)
        }
        router.stream(SyncAPI.watch) { [self] request, writer, _ in
            guard let feed = request.feeds.first else {
                try await writer.send(ChangePage(cursor: request.cursor + [1], isUpToDate: true))
                return try await waitForCancellation()
            }
            var cursor = feed.cursor
            while true {
                let page = page(after: cursor)
                try await writer.send(page)
                cursor = page.cursor
                if page.isUpToDate { await batches.wait(forCount: Int(cursor[0]) + 1) }
            }
        }
    }

    private func page(after cursor: [UInt8]) -> ChangePage {
        let index = Int(cursor.first ?? 0)
        let entries = batches.entries
        let changes = index < entries.count ? entries[index] : []
        let next = min(index + 1, entries.count)
        return ChangePage(
            changes: changes.map { Change(kind: .shared($0)) },
            cursor: [UInt8(next)],
            isUpToDate: next == entries.count,
            feed: nameOfPages ?? name
        )
    }
}
