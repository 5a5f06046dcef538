import Connect
import DeliveryService
import Cryptography
import Domain
import Locking
import Networking
import NoteletAPI
import ProtobufCoding
import TTRPC
import TestSupport

@testable import NoteService
@testable import NoteletService
@testable import Serving
@testable import LogEngine
@testable import Storage
@testable import NoteStorage
@testable import AccountStorage
@testable import StorageEngine
import NoteRules
@testable import Records
import AccountRules
@testable import LogStoreTools

/// The whole service on a store of its own, called in process as the router calls it.
final class TestService: Sendable {
    let directory: TemporaryDirectory
    let clock: TestClock
    let store: RecordStore
    let dependencies: ServiceDependencies
    /// The service, and what its notes have in memory.
    let running: Service
    let notes: NoteState
    /// HTTP's door and the form of messages there; nil while calls come in by no door of HTTP.
    let webDoor = Mutex<(OpenWebDoor, ConnectCodec)?>(nil)

    /// One key for all tests, since each set of password hashes costs time.
    static let masterKey = MasterKey(.random())
    static let keys = ServiceKeys(masterKey)
    private static let passwords = Result { () throws(DomainError) in
        try PepperedPasswords(keys: keys, parameters: .floor)
    }

    /// Opens the service on an empty store; without limits unless some are given, whose time is
    /// that of `clock`; without a reserve unless there is a disk that may be full.
    init(
        pool: PasswordPool = PasswordPool(),
        linkBaseURL: String? = nil,
        offered: OfferedFeatures? = nil,
        holdsAnonymousNotes: Bool = false,
        limits: ServiceLimits? = nil,
        disk: FillingDisk? = nil,
        archivesLog: Bool = false,
        sharedFeeds: [SharedFeedSource] = [],
        directory: TemporaryDirectory = TemporaryDirectory(in: .memory),
        clock: TestClock = TestClock(),
        seed: UInt64 = 1
    ) throws {
        self.directory = directory
        self.clock = clock
        var options = EngineOptions(
            reserveByteCount: disk == nil ? 0 : EngineLimits.reserveByteCountMin
        )
        if archivesLog { options.logArchive = LogArchive(directory: directory.path("archive")) }
        let engine = try WriteAheadEngine(
            directory: directory.path("store"),
            tables: Schema.tableNames,
            options: options,
            seams: disk?.seams ?? WriteAheadEngine.Seams(stop: WriteAheadEngine.endProcess)
        )
        store = try RecordStore.open(engine, masterKey: Self.masterKey, now: TestClock.start)
        notes = NoteState(store)
        let features = .all + [Feature.test(sharedFeeds: sharedFeeds)]
        var settings = FeatureSettings()
        settings.notes.state = notes
        settings.delivery.releaseSeconds = 600
        let file = LivedFile(inStore: directory.path("store"), life: store.life)
        dependencies = ServiceDependencies(
            store: store,
            clock: clock,
            lived: clock.lived(from: file.read()) { try? file.write($0) },
            random: SeededRandom(seed: seed),
            secrets: SealedSecrets(keys: Self.keys),
            passwords: try Self.passwords.get(),
            cursors: SealedCursors(keys: Self.keys, life: store.life),
            passwordPool: pool,
            limitClock: { [clock] in
                UInt64(clamping: clock.now().milliseconds - TestClock.start.milliseconds)
            },
            linkBaseURL: linkBaseURL ?? AccountRules.PersonalLink.defaultBaseURL,
            version: "test",
            features: features,
            settings: settings,
            offered: offered ?? OfferedFeatures(allOf: features),
            holdsAnonymousNotes: holdsAnonymousNotes
        )
        running = Service(dependencies)
        if let limits { dependencies.set(limits) }
    }

    deinit {
        webDoor.withLock { $0 = nil }
        store.close()
    }

    /// Has calls come in by a door from now on.
    func enter(by door: Door) throws {
        let open = try door.codec.map { (try OpenWebDoor(running), $0) }
        webDoor.withLock { $0 = open }
    }

    /// Calls a unary method with encoded bytes in process, and waits for what comes of it.
    func outcome(
        _ method: MethodSummary,
        _ payload: [UInt8],
        as caller: Caller,
        key: String? = nil
    ) async -> CallOutcome {
        guard let handler = running.methods[method]?.handler else {
            preconditionFailure("There is no unary method \(method).")
        }
        let credentials = caller.credentials(key: key)
        switch handler {
        case .read(let read):
            return read(credentials, payload.span.bytes)
        case .change(let change):
            let outcome = await withHandover { handOver in
                change(credentials, payload.span.bytes, handOver)
            }
            awaitNews()
            return outcome
        case .task(let work):
            return await work(credentials, payload)
        case .stream:
            preconditionFailure("\(method) has a stream for a response.")
        }
    }

    /// Calls a unary method.
    @discardableResult
    func call<Request, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ request: Request,
        as caller: Caller,
        key: String? = nil
    ) async throws -> Response {
        let answer = try await answer(method.summary, encode(request), as: caller, key: key)
        let bytes = try answer.result.get()
        return try ProtobufDecoder().decode(Response.self, from: bytes)
    }

    /// Calls a unary method that must be refused.
    func refusal<Request, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ request: Request,
        as caller: Caller,
        key: String? = nil
    ) async throws -> NoteletAPI.Refusal {
        let answer = try await answer(method.summary, encode(request), as: caller, key: key)
        guard let status = answer.failure else {
            throw Unexpected("\(method.summary) was not refused")
        }
        return try NoteletAPI.Refusal(of: status)
    }

    /// Why a unary method is refused; nil when it is not.
    func reason<Request, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ request: Request,
        as caller: Caller,
        key: String? = nil
    ) async throws -> RefusalReason? {
        let answer = try await answer(method.summary, encode(request), as: caller, key: key)
        return try answer.failure.map { try NoteletAPI.Refusal(of: $0).reason }
    }

    /// Opens a stream; its session is nil when it was refused at once.
    func open<Request, Response>(
        _ method: NoteletAPI.MethodDescriptor<Request, Response>,
        _ request: Request,
        as caller: Caller,
        on stream: RecordingStream
    ) throws -> any StreamSession {
        guard case .stream(let handler) = running.methods[method.summary]?.handler else {
            preconditionFailure("There is no stream \(method.summary).")
        }
        let session = try handler(caller.credentials(), encode(request).span.bytes, stream)
        stream.join(session)
        return session
    }

    /// Does what the operator's tools do, in a transaction.
    @discardableResult
    func write<Value: Sendable>(
        for purpose: WritePurpose = .ordinary,
        _ body: @escaping @Sendable (StoreTransaction, Context) throws(DomainError) -> Value
    ) async throws -> Value {
        let dependencies = dependencies
        let result = await withHandover { handOver in
            dependencies.store.write(
                purpose,
                { store throws(DomainError) in try body(store, dependencies.context) },
                completion: handOver
            )
        }
        awaitNews()
        return try result.get()
    }

    /// Waits until who watches was told of what was acknowledged.
    func awaitNews() { store.awaitNews() }
}

/// Who calls, over one connection.
struct Caller: Sendable {
    let token: String?
    let connection: AuthenticationMemory
    let origin: PeerOrigin
    let entrance: Entrance

    init(
        token: String?,
        connection: AuthenticationMemory = AuthenticationMemory(),
        origin: PeerOrigin = PeerOrigin(testAddress: 1),
        over entrance: Entrance = .tcp
    ) {
        self.token = token
        self.connection = connection
        self.origin = origin
        self.entrance = entrance
    }

    static var nobody: Caller { Caller(token: nil) }

    /// Somebody who is not signed in, in a browser.
    static var visitor: Caller { Caller(token: nil, over: .web) }

    /// The same caller, over another connection and from another address.
    func at(_ address: UInt32) -> Caller {
        Caller(token: token, origin: PeerOrigin(testAddress: address))
    }

    func credentials(key: String? = nil) -> CallCredentials {
        CallCredentials(
            accessToken: token.map { TokenText($0.utf8.span.bytes) },
            idempotencyKey: key,
            origin: origin,
            memory: connection,
            entrance: entrance
        )
    }
}

extension PeerOrigin {
    /// The origin of an IPv4 address.
    init(testAddress: UInt32) { self.init(.ipv4(testAddress)) }
}

/// Ends a test whose world is not as it must be.
struct Unexpected: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension NoteletAPI.Refusal {
    /// The refusal that a status carries.
    init(of status: Status) throws {
        guard let detail = status.details.first,
            detail.typeURL == "type.googleapis.com/notelet.v1.Refusal"
        else { throw Unexpected("\(status) carries no refusal") }
        self = try ProtobufDecoder().decode(NoteletAPI.Refusal.self, from: detail.value)
    }
}

extension OfferedFeatures {
    /// All that the product has.
    static let all = OfferedFeatures(allOf: .all)
}

extension Feature {
    /// A feature that has no methods.
    fileprivate static func test(sharedFeeds: [SharedFeedSource]) -> Feature {
        Feature("test", isOfferedByDefault: true) { _ in
            var parts = FeatureParts { _ in [] }
            parts.sharedFeeds = sharedFeeds
            return parts
        }
    }
}
