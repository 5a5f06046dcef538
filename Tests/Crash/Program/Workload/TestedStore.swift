import Cryptography
import Domain
import LogEngine
import Storage
import Records
import AccountRules
import AccountStorage
import LogStoreTools
import StoreTools

/// The store that is put to the test: the one place that knows how it is opened.
enum TestedStore {
    /// Opens the store in a directory, or creates it; with little memory, so that changes are moved
    /// to the database all the time.
    ///
    /// - Parameters:
    ///   - directory: where the store is.
    ///   - archive: where its log is kept; nil for nowhere.
    ///   - cleansFiles: whether files are cleaned of what was deleted whenever there is a moment;
    ///     not at all otherwise.
    ///   - report: is told when that fails.
    /// - Returns: The store.
    /// - Throws: Why it cannot be opened.
    static func open(
        directory: String,
        archive: String? = nil,
        cleansFiles: Bool = true,
        report: @escaping @Sendable (LogArchiveNews) -> Void = { _ in }
    ) throws(StoreOpenError) -> RecordStore {
        var options = EngineOptions(
            overlayByteCountMax: bufferByteCountMax,
            segmentByteCountMax: bufferByteCountMax
        )
        if cleansFiles { options.erasureSeconds = 0 }
        options.logArchive = archive.map { LogArchive(directory: $0, report: report) }
        return try RecordStore.open(
            directory: directory,
            masterKey: masterKey,
            now: .ofWorkload,
            options: options
        )
    }

    /// Lets a store go on without what its log lacks; answers how many batches were kept.
    static func acceptLoss(directory: String) throws(StoreToolError) -> Int {
        try LossAcceptance(directory: directory)
            .run(masterKey: masterKey, operatorName: "laboratory", at: .ofWorkload)
    }

    /// Makes a sound store of what can be read of a damaged one, in a folder where nothing is.
    static func salvage(
        of directory: String,
        to target: String,
        report: @escaping (SalvageFinding) -> Void
    ) throws(StoreToolError) -> StoreSalvage.Summary {
        try StoreSalvage(of: directory, to: target, masterKey: masterKey).run(
            operatorName: "laboratory",
            at: .ofWorkload,
            report: report,
            progress: { _ in }
        )
    }

    /// All that is wrong with a store that nobody has open; of one that is sound, also what could
    /// tell the senders of anonymous notes apart.
    static func findings(ofStoreIn directory: String) throws(StoreToolError) -> [StoreFinding] {
        var findings: [StoreFinding] = []
        let files = try StoreFiles(directory: directory)
        _ = try StoreVerification(files, masterKey: masterKey)
            .run(report: { findings.append($0) }, progress: { _ in })
        if !findings.isEmpty { return findings }
        _ = try PrivacyVerification(files, masterKey: masterKey)
            .run(report: { findings.append($0) }, progress: { _ in })
        return findings
    }

    /// Room for about a thousand operations: a round of the laboratory fills it several times.
    private static let bufferByteCountMax = 1 << 20

    /// One key for all stores, so that an image of a disk needs no file beside it.
    private static var masterKey: MasterKey {
        let bytes = [UInt8](repeating: 0x5A, count: SecretKey.byteCount)
        guard let key = SecretKey(bytes: bytes.span.bytes) else {
            preconditionFailure("A key has 32 bytes.")
        }
        return MasterKey(key)
    }
}

extension People {
    /// The people of a store; nil if there are none yet.
    init?(of laneCount: Int, in store: StoreView) throws(DomainError) {
        guard let reader = try store.userNumber(named: Self.readerName) else { return nil }
        var lanes: [UserNumber] = []
        for lane in 0..<laneCount {
            guard let number = try store.userNumber(named: Self.name(ofLane: lane)) else {
                throw .dataLoss("the account of lane \(lane)")
            }
            lanes.append(number)
        }
        self.init(reader: reader, lanes: lanes)
    }

    /// Stores the people, all in one change.
    static func add(_ laneCount: Int, to store: StoreTransaction) throws(DomainError) {
        let names = [readerName] + (0..<laneCount).map(name(ofLane:))
        for name in names {
            let number = try store.makeUserNumber()
            try store.add(
                User(
                    number: number,
                    id: store.userID(of: number),
                    username: name,
                    email: EmailAddress(stored: "\(name.text)@example.com"),
                    passwordHash: PasswordHash("hash"),
                    linkToken: nil,
                    createdAt: .ofWorkload
                )
            )
        }
    }

    private static var readerName: Username { Username(stored: "reader") }

    private static func name(ofLane lane: Int) -> Username { Username(stored: "lane\(lane)") }
}
