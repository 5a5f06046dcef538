package import AccountRules
internal import AccountStorage
package import Domain
internal import Records

/// Everything the service keeps about one account, part by part.
///
/// It reads page by page, each in a read of its own: what is written meanwhile may or may not be in
/// it, and nothing is in it twice. It ends with its session.
package struct ExportSource: PullSource {
    private let dependencies: ServiceDependencies
    private let identity: Identity
    /// The parts that are not complete, the present one first.
    private var parts: ArraySlice<ExportPart>
    private var place: Sequence?
    /// Encoded messages that were read and not yet sent, the next one last.
    private var pending: [[UInt8]] = []

    private static let partsPerReadMax = 100

    /// Prepares the export of an account, of all that the features of an endpoint keep.
    package init(_ endpoint: Endpoint, identity: Identity) {
        dependencies = endpoint.dependencies
        parts = endpoint.exportParts[...]
        self.identity = identity
    }

    /// The next thing.
    package mutating func pull() throws(DomainError) -> Pull {
        while pending.isEmpty {
            guard let part = parts.first else { return .end }
            let page = try page(of: part)
            pending = page.messages.reversed()
            place = page.next
            if page.next == nil { parts.removeFirst() }
        }
        return .message(pending.removeLast())
    }

    /// None: an export ends by itself.
    package func heartbeat() -> [UInt8]? { nil }

    private func page(of part: ExportPart) throws(DomainError) -> ExportPage {
        let request = ExportRequest(
            identity: identity,
            place: place,
            limit: Self.partsPerReadMax,
            now: dependencies.clock.now()
        )
        return try dependencies.store.read { store throws(DomainError) in
            guard try store.hasSession(request.identity.session) else {
                throw .refused(.notAuthenticated)
            }
            return try part.read(request, store)
        }
    }
}
