internal import AccountRules
internal import AccountStorage
internal import Domain
internal import Records
internal import TTRPC

/// A change that a call asks for, from when its request is understood until it has its reply.
///
/// Unchecked: `observer`, `show` and `transaction` are set before the store has it, and what
/// changes later is touched by the store's calls alone, which come one after the other.
final class PendingChange: StoreWrite, @unchecked Sendable {
    let purpose: WritePurpose
    /// Hears that it was applied.
    var observer: Endpoint.ChangeObserver?
    /// Makes the response of what is kept for a retry; nil where that is the response.
    var show: (@Sendable (_ kept: [UInt8], StoreView) throws(DomainError) -> [UInt8])?

    /// Who asks for it; nil where a call needs no token.
    private let caller: Identity?
    private let origin: PeerOrigin
    private let entrance: Entrance
    /// How a retry of it is known.
    private let retry: IdempotentRequest?
    private let dependencies: ServiceDependencies
    private let reply: @Sendable (CallOutcome) -> Void
    private var transaction: Endpoint.Transaction<[UInt8]>?
    private var response: [UInt8] = []
    /// Whether it is no retry of one that was applied.
    private var isFirst = false

    /// Takes what is known of a call.
    init(
        _ purpose: WritePurpose,
        _ caller: Identity?,
        _ credentials: CallCredentials,
        _ retry: IdempotentRequest?,
        _ dependencies: ServiceDependencies,
        _ reply: @escaping @Sendable (CallOutcome) -> Void
    ) {
        self.purpose = purpose
        self.caller = caller
        origin = credentials.origin
        entrance = credentials.entrance
        self.retry = retry
        self.dependencies = dependencies
        self.reply = reply
    }

    /// Does what comes before the transaction; what that throws refuses the call.
    ///
    /// A retry has its first reply coming: what it is checked against may have changed by the very
    /// change that it repeats, as a password does.
    func refusing(_ body: () throws(DomainError) -> Void) {
        do throws(DomainError) {
            try body()
        } catch {
            reply(outcome(refusedWith: error))
        }
    }

    private func outcome(refusedWith error: DomainError) -> CallOutcome {
        guard let retry else { return .failure(error) }
        do throws(DomainError) {
            let context = dependencies.context
            let kept = try dependencies.store.read { store throws(DomainError) in
                try retry.keptReply(in: store, context).map { kept throws(DomainError) in
                    try response(of: kept, store)
                }
            }
            return kept.map(CallOutcome.success) ?? .failure(error)
        } catch {
            return .failure(error)
        }
    }

    /// Has the store run a transaction; its response is the reply.
    func submit(_ transaction: @escaping Endpoint.Transaction<[UInt8]>) {
        self.transaction = transaction
        refusing { () throws(DomainError) in
            if case .vital = purpose, dependencies.store.isFull {
                // The reserve is everybody's: nobody may use it up.
                let key = caller.map { RateKey($0.user) } ?? RateKey(origin)
                try dependencies.limiter[.reserveWrites].pass(key)
            }
            dependencies.store.write(self)
        }
    }

    private func response(of kept: [UInt8], _ store: StoreView) throws(DomainError) -> [UInt8] {
        try show?(kept, store) ?? kept
    }

    func run(in store: StoreTransaction) throws(DomainError) {
        guard let transaction else { preconditionFailure("A change is submitted with its work.") }
        let context = dependencies.context
        // The session may have ended while the call waited for the writer; what a deleted account
        // wrote after its erasure would stay for ever.
        if let caller, try !store.hasSession(caller.session) {
            throw .refused(.notAuthenticated)
        }
        guard let retry else {
            isFirst = true
            response = try response(of: transaction(store, context), store)
            return
        }
        isFirst = false
        let kept = try retry.run(in: store, context) { () throws(DomainError) in
            isFirst = true
            return try transaction(store, context)
        }
        response = try response(of: kept, store)
    }

    func finish(_ failure: DomainError?) {
        if failure == nil, isFirst { observer?(entrance) }
        reply(failure.map { .failure($0) } ?? .success(response))
    }
}
