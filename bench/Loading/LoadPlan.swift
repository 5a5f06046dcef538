import TTRPC

/// What load is put on a server.
struct LoadPlan: Sendable {
    let workload: Workload
    let address: Address
    let population: Population
    /// Connections, spread over the load threads.
    let connectionCount: Int
    /// Calls that one connection has under way at a time.
    let depth: Int
    /// Calls of one connection for one user before it speaks for another.
    let callsPerUser: Int
    let contentByteCount: Int
    let pageSize: Int
    let idempotency: Idempotency
    let threadCount: Int
    let warmUp: Duration
    let duration: Duration
    let seed: UInt64

    /// Whether sends carry an idempotency key.
    enum Idempotency: String, Sendable {
        case keyed
        case keyless
    }
}
