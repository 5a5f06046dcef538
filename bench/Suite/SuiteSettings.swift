/// How the standard benchmark runs.
struct SuiteSettings: Sendable {
    /// What all stores are filled with.
    let plan: PreloadPlan
    /// Seconds of each measurement.
    let seconds: Int
    /// How often each is repeated.
    let repetitionCount: Int
    /// Seconds of what takes longer: sends at full rate, and the open loop at a share of it.
    let sustainedSeconds: Int
    /// Where the filled stores are kept.
    let folder: String
    /// The server to measure.
    let serverProgram: String
    /// The folder of the scripts that run the peers.
    let peers: String

    /// Load before each measurement that does not count.
    static let warmUp = Duration.milliseconds(500)

    /// Bytes of each note.
    var contentByteCount: Int { plan.corpus.byteCountMax }

    /// Where the stores filled by this plan are: another plan has a folder of its own.
    var storeFolder: String {
        "\(folder)/\(plan.userCount)x\(plan.messageCount)x\(contentByteCount)-\(plan.seed)"
    }
}
