/// What every act works with.
struct Scene: Sendable {
    /// Where the audience looks.
    let stage: Stage
    /// The server.
    let backstage: Backstage
    /// What must have arrived.
    let ledger: Ledger
}
