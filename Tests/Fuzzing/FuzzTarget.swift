/// What can be fuzzed; the raw value is the name on the command line.
///
/// None of these may trap, whatever the bytes: a trap is a finding. So is a broken promise, which
/// each of them checks by a precondition.
enum FuzzTarget: String, CaseIterable {
    case frames
    case serverMachine = "server-machine"
    case clientMachine = "client-machine"
    case requestEnvelope = "request-envelope"
    case responseEnvelope = "response-envelope"
    case requestMessages = "request-messages"
    case replyMessages = "reply-messages"
    case domainValues = "domain-values"
    case records
    case logFiles = "log-files"
    case dumpLines = "dump-lines"
    case dumps
    case backups
    case settings

    /// Runs the code under test on one input.
    func run(_ bytes: UnsafeRawBufferPointer) {
        switch self {
        case .frames: FrameFuzzing.run(bytes)
        case .serverMachine: ServerMachineFuzzing.run(bytes)
        case .clientMachine: ClientMachineFuzzing.run(bytes)
        case .requestEnvelope: EnvelopeFuzzing.runRequest(bytes)
        case .responseEnvelope: EnvelopeFuzzing.runResponse(bytes)
        case .requestMessages: MessageFuzzing.runRequests(bytes)
        case .replyMessages: MessageFuzzing.runReplies(bytes)
        case .domainValues: DomainFuzzing.run(bytes)
        case .records: RecordFuzzing.run(bytes)
        case .logFiles: LogFuzzing.run(bytes)
        case .dumpLines: DumpFuzzing.runLine(bytes)
        case .dumps: DumpFuzzing.runDump(bytes)
        case .backups: BackupFuzzing.run(bytes)
        case .settings: SettingsFuzzing.run(bytes)
        }
    }
}
