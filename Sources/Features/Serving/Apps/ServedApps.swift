package import Domain
internal import Locking
internal import NoteletAPI
internal import ProtobufCoding
internal import Synchronization
internal import TTRPC

/// The apps that a server serves: each with accounts, notes and limits of its own, in a store of
/// its own.
package final class ServedApps: Sendable {
    /// The app of calls that name none; it is there for the life of the server.
    package let standard: ServedApp
    private let others: Mutex<[AppName: ServedApp]>
    /// How many of those there are, for each call to look at.
    private let otherCount: Atomic<Int>
    /// Tells why nothing came of calls that found no app.
    package let refusals = Refusals()

    /// A server has room for so many: each takes threads, files and address space, and a mistake in
    /// a file of settings should not take them all.
    package static let countMax = 64

    /// Gathers the apps of a server.
    package init(_ standard: ServedApp, and others: [ServedApp] = []) {
        self.standard = standard
        self.others = Mutex(
            Dictionary(uniqueKeysWithValues: others.map { ($0.name, $0) })
        )
        otherCount = Atomic(others.count)
    }

    /// The sole app of a server, which is open.
    package convenience init(sole service: Service, for access: AdministrationAccess? = nil) {
        let app = ServedApp(.standard)
        app.open(service, for: access)
        self.init(app)
    }

    /// All apps, the default one first and the others by their names.
    package var all: [ServedApp] {
        [standard] + others.withLock { Array($0.values) }.sorted { $0.name < $1.name }
    }

    /// The methods that all apps have at a door; nil while none is open.
    func methods(at door: Door) -> [AppMethod]? {
        all.lazy.compactMap { $0.methods(at: door) }.first
    }

    /// Lets an app in; its name is free.
    package func add(_ app: ServedApp) {
        let before = others.withLock { others in
            defer { otherCount.store(others.count, ordering: .relaxed) }
            return others.updateValue(app, forKey: app.name)
        }
        precondition(before == nil && app.name != .standard, "Each app has a name of its own.")
    }

    /// Lets no more calls into an app.
    package func remove(_ name: AppName) {
        others.withLock { others in
            others[name] = nil
            otherCount.store(others.count, ordering: .relaxed)
        }
    }

    /// What the calls of an app are counted as, so that those that wait for its store leave room
    /// for the others; nil where it has the server for itself.
    func group(of app: OpenApp) -> RequestGroup? {
        otherCount.load(ordering: .relaxed) > 0 ? RequestGroup(app.number) : nil
    }

    /// The app of a name; nil where there is none.
    package func app(named name: AppName) -> ServedApp? {
        if name == .standard { return standard }
        return others.withLock { $0[name] }
    }

    /// The app that a call names.
    ///
    /// - Throws: `invalidValue` of the field `app`, `appNotFound`.
    private func app(named text: String) throws(DomainError) -> ServedApp {
        guard let name = AppName(text) else {
            throw .refused(.invalidValue(field: "app", expected: AppName.expectation))
        }
        guard let app = app(named: name) else { throw .refused(.appNotFound(app: text)) }
        return app
    }
}

extension ServedApps {
    /// What answers a call, by the app that its metadata name.
    ///
    /// - Throws: `invalidValue` of the field `app`, `appNotFound`, `appUnavailable`.
    func whatAnswers(_ call: borrowing IncomingCall) throws(DomainError) -> OpenApp {
        guard let text = call.appName else { return try standard.whatAnswers() }
        return try app(named: text).whatAnswers()
    }

    /// What answers a streamed request, by the app in its metadata or else in the request itself:
    /// some clients send no metadata with streams.
    ///
    /// - Throws: As the above.
    func whatAnswers(
        _ text: String?,
        orNamedIn request: RawSpan
    ) throws(DomainError) -> OpenApp {
        if let text { return try app(named: text).whatAnswers() }
        let field = (try? ProtobufDecoder().decode(AppField.self, from: request))?.app ?? ""
        return field.isEmpty
            ? try standard.whatAnswers() : try app(named: field).whatAnswers()
    }
}

extension IncomingCall {
    /// Whether the metadata name an app.
    var namesApp: Bool { withMetadataValue("app") { $0 != nil } }

    /// The name of an app in the metadata `app: {name}`; nil where there is none.
    var appName: String? {
        withMetadataValue("app") { value in
            guard let value else { return nil }
            return value.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        }
    }
}

/// The field that all streamed requests have for the name of an app.
private struct AppField: Decodable {
    let app: String

    enum CodingKeys: Int, CodingKey {
        case app = 14
    }
}
