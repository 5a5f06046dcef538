package import Domain
internal import Locking
internal import Metrics
internal import NoteletAPI
internal import ProtobufCoding
internal import Synchronization
internal import TTRPC

/// The apps of a server as calls find them, by their names: each with accounts, notes and limits of
/// its own, in a store of its own, which is open or not.
package final class ServedApps: Sendable {
    private let apps: Mutex<[AppName: App]>
    /// How many they are, for each call to look at.
    private let count: Atomic<Int>
    /// Tells why nothing came of calls that found no app that is open.
    package let refusals = Refusals()

    /// How many calls came to each app, those included that are gone: no count ever falls.
    private let callCounts = Mutex<[AppName: SharedCount]>([:])

    /// What methods there are, as the app that was opened first has told.
    private let methods = Mutex<[Door: [MethodSummary]]>([:])

    /// What an app is to calls.
    private enum App {
        /// Its store is not open: calls are refused for now.
        case shut
        case open(ServedApp)
    }

    /// A server has room for so many: each takes threads, files and address space, and a mistake in
    /// a file of settings should not take them all.
    package static let countMax = 64

    /// Knows the apps of a server, all of them shut; the default one is always among them.
    package init(beside others: [AppName] = []) {
        apps = Mutex(
            Dictionary(uniqueKeysWithValues: ([.standard] + others).map { ($0, .shut) })
        )
        count = Atomic(1 + others.count)
    }

    /// The sole app of a server, which is open.
    package convenience init(sole service: Service, for access: AdministrationAccess? = nil) {
        self.init()
        open(.standard, service, for: access)
    }

    /// The names of all apps, that of the default one first.
    package var names: [AppName] {
        let names = apps.withLock { Array($0.keys) }
        return names.sorted { $0 == .standard || ($1 != .standard && $0 < $1) }
    }

    /// How many calls came to an app, those included that were refused while it was shut.
    package func callCount(of name: AppName) -> UInt64 { calls(of: name).sum }

    /// The app whose calls are noted with a tag; nil where a call found none, or it is gone by now.
    package func name(ofCallsNotedWith tag: UInt64) -> AppName? {
        // Calls that name no app are mostly noted with nothing, which costs them nothing.
        if tag == 0 { return .standard }
        return apps.withLock { apps in
            apps.first { _, app in
                if case .open(let app) = app { app.tag == tag } else { false }
            }?.key
        }
    }

    /// What calls are noted with that find no app.
    static let tagOfNoApp = UInt64.max

    private func calls(of name: AppName) -> SharedCount {
        callCounts.withLock { counts in
            let calls = counts[name] ?? SharedCount()
            counts[name] = calls
            return calls
        }
    }

    /// The methods that all apps have at a door, in the order in which they have them.
    func methods(at door: Door) -> [MethodSummary] {
        guard let methods = methods.withLock({ $0[door] }) else {
            preconditionFailure("A server that serves has an app that is open, or was.")
        }
        return methods
    }

    /// What the calls of an app are counted as, so that those that wait for its store leave room
    /// for the others; nil where it has the server for itself.
    func group(of app: ServedApp) -> RequestGroup? {
        count.load(ordering: .relaxed) > 1 ? RequestGroup(app.life.number) : nil
    }

    /// What answers in the default app; nil while it is shut.
    var standard: ServedApp? {
        guard case .open(let app) = apps.withLock({ $0[.standard] }) else { return nil }
        return app
    }

    /// The app of a name.
    ///
    /// - Throws: `appNotFound`, `appUnavailable`.
    private func app(named name: AppName) throws(DomainError) -> ServedApp {
        switch apps.withLock({ $0[name] }) {
        case .open(let app): return app
        case .shut:
            calls(of: name).add(1, at: 0)
            throw .refused(.appUnavailable(app: name.text))
        case nil: throw .refused(.appNotFound(app: name.text))
        }
    }

    /// The app that a call names.
    ///
    /// - Throws: `invalidValue` of the field `app`, `appNotFound`, `appUnavailable`.
    private func app(named text: String) throws(DomainError) -> ServedApp {
        guard let name = AppName(text) else {
            throw .invalid("app", AppName.expectation)
        }
        return try app(named: name)
    }
}

// Apps that come and go.
extension ServedApps {
    /// Lets calls know of an app, whose store is not open yet.
    package func add(_ name: AppName) {
        change { apps in if apps[name] == nil { apps[name] = .shut } }
    }

    /// Lets calls into an app, until it is shut or removed.
    ///
    /// - Parameters:
    ///   - name: Which one.
    ///   - service: What answers.
    ///   - access: Who may administer it; nil where nobody is asked.
    package func open(_ name: AppName, _ service: Service, for access: AdministrationAccess?) {
        let app = ServedApp(service, access, counting: calls(of: name))
        methods.withLock { methods in
            for door in [Door.people, .operators] where methods[door] == nil {
                methods[door] = app.methods(at: door).map(\.served.method)
            }
        }
        let before = change { $0.updateValue(.open(app), forKey: name) }
        if case .open = before { preconditionFailure("An app is shut before it opens again.") }
    }

    /// Lets no calls into an app for now, and ends its streams.
    package func shut(_ name: AppName) {
        let before = change { $0.updateValue(.shut, forKey: name) }
        if case .open(let app) = before { app.end(.refused(.appUnavailable(app: name.text))) }
    }

    /// Lets calls know of an app no more, and ends its streams.
    package func remove(_ name: AppName) {
        let before = change { $0.removeValue(forKey: name) }
        if case .open(let app) = before { app.end(.refused(.appNotFound(app: name.text))) }
    }

    private func change<Value>(_ body: (inout [AppName: App]) -> Value) -> Value {
        apps.withLock { apps in
            defer { count.store(apps.count, ordering: .relaxed) }
            return body(&apps)
        }
    }
}

extension ServedApps {
    /// What answers a call, by the app that its metadata name.
    ///
    /// - Throws: `invalidValue` of the field `app`, `appNotFound`, `appUnavailable`.
    func whatAnswers(_ call: borrowing IncomingCall) throws(DomainError) -> ServedApp {
        guard let text = call.appName else { return try app(named: .standard) }
        return try app(named: text)
    }

    /// What answers a streamed request, by the app in its metadata or else in the request itself:
    /// some clients send no metadata with streams.
    ///
    /// - Throws: As the above.
    func whatAnswers(
        _ text: String?,
        orNamedIn request: RawSpan
    ) throws(DomainError) -> ServedApp {
        if let text { return try app(named: text) }
        let field = (try? ProtobufDecoder().decode(AppField.self, from: request))?.app ?? ""
        return try field.isEmpty ? app(named: .standard) : app(named: field)
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
