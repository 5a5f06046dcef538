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
    case jsonMessages = "json-messages"
    case domainValues = "domain-values"
    case folding
    case records
    case logFiles = "log-files"
    case dumpLines = "dump-lines"
    case dumpRecords = "dump-records"
    case dumps
    case backups
    case settings
    case connectRequests = "connect-requests"
    case connectEnvelopes = "connect-envelopes"
    case gzip
    case pageForms = "page-forms"
    case cookies
    case forwarding

    /// Bytes of an input at most.
    ///
    /// Longer ones cost time and reach nothing new: the limits that a target sets itself are small,
    /// so that what lies behind each of them is reached within these bytes.
    var byteCountMax: Int {
        switch self {
        // Three frames of the longest kind that is taken, or some sixty headers.
        case .frames, .serverMachine, .clientMachine: 768
        // All metadata that are taken, one pair too many, and a payload.
        case .requestEnvelope, .responseEnvelope: 512
        // Twice as many elements as are taken, or each level of depth with something in it.
        case .requestMessages, .replyMessages: 512
        // The same, by names instead of numbers.
        case .jsonMessages: 1_024
        // The longest link and the longest address of an image have 2,048 bytes, a note 2,000
        // characters.
        case .domainValues: 2_304
        // Some words, and a text with them.
        case .folding: 256
        // Lengths in records have two bytes: those that fit and those that do not are both short.
        case .records: 512
        // Some batches, one of which `LogFuzzing` can make longer than a block.
        case .logFiles: 512
        // Eight members, three objects deep.
        case .dumpLines: 512
        // Each kind of line once, as the samples are.
        case .dumpRecords, .dumps: 6_144
        // A manifest, or three pages of the smallest size.
        case .backups: 1_537
        // Each setting twice.
        case .settings: 384
        // Each header and parameter that is looked at, twice.
        case .connectRequests: 512
        // An envelope and some more; an error with a sentence and details.
        case .connectEnvelopes: 256
        // Some blocks; what is compressed well in them is long.
        case .gzip: 1_024
        // More fields than are read.
        case .pageForms: 384
        // Each cookie twice, in two lines.
        case .cookies: 384
        // Some proxies, and the addresses of a way through them.
        case .forwarding: 384
        }
    }

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
        case .jsonMessages: JSONFuzzing.run(bytes)
        case .domainValues: DomainFuzzing.run(bytes)
        case .folding: FoldingFuzzing.run(bytes)
        case .records: RecordFuzzing.run(bytes)
        case .logFiles: LogFuzzing.run(bytes)
        case .dumpLines: DumpFuzzing.runLine(bytes)
        case .dumpRecords: DumpedRecordFuzzing.run(bytes)
        case .dumps: DumpFuzzing.runDump(bytes)
        case .backups: BackupFuzzing.run(bytes)
        case .settings: SettingsFuzzing.run(bytes)
        case .connectRequests: ConnectFuzzing.runRequest(bytes)
        case .connectEnvelopes: ConnectFuzzing.runEnvelope(bytes)
        case .gzip: GzipFuzzing.run(bytes)
        case .pageForms: PageFuzzing.runForm(bytes)
        case .cookies: PageFuzzing.runCookies(bytes)
        case .forwarding: ForwardingFuzzing.run(bytes)
        }
    }
}
