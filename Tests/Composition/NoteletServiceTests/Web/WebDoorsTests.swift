import Connect
import Domain
import Glibc
import HTTP
import NoteletAPI
import ProtobufCoding
import TTRPC
import TestSupport
import Testing

@testable import Serving
@testable import WebServing

/// The doors of several apps behind one listener.
@Suite("Doors of HTTP", .timeLimit(.minutes(2)))
struct WebDoorsTests {
    private static let letters = AppName("letters") ?? .standard

    /// The default app, which is open, and `letters` below its path, which is shut.
    private final class House {
        let refusals = Refusals()
        let doors: WebDoors
        let standard: TestService
        let letters: TestService
        private let listener: HTTPListener

        init() throws {
            standard = try TestService()
            letters = try TestService(seed: 2)
            doors = WebDoors(countingIn: refusals)
            doors.set(ServerLimits())
            doors.open(.standard, at: WebConfiguration()) { [standard] configuration in
                WebDoor(serving: standard.running, configuration)
            }
            doors.add(WebDoorsTests.letters, at: Self.ofLetters)
            var limits = HTTPLimits()
            limits.threadCount = 2
            let address = try #require(HTTPAddress("http://127.0.0.1:0"))
            listener = try HTTPListener(
                at: HTTPAddressClaim(address),
                limits: limits,
                handler: doors
            )
        }

        deinit { listener.close() }

        static var ofLetters: WebConfiguration {
            var configuration = WebConfiguration()
            configuration.place = WebPlace(below: "/letters")
            configuration.origins = ["https://pages.example"]
            return configuration
        }

        @discardableResult
        func openLetters() -> WebDoor? {
            var door: WebDoor?
            doors.open(WebDoorsTests.letters, at: Self.ofLetters) { configuration in
                let made = WebDoor(serving: letters.running, configuration)
                door = made
                return made
            }
            return door
        }

        /// How many calls have ended at all doors.
        var callCount: UInt64 {
            doors.statistics.methods.flatMap { $0.counts.map(\.count) }.reduce(0, +)
        }

        /// How many of them ended so.
        func callCount(_ code: StatusCode) -> UInt64 {
            doors.statistics.methods.flatMap(\.counts).filter { $0.code == code }.map(\.count)
                .reduce(0, +)
        }

        func peer() throws -> HTTPPeer { try HTTPPeer(at: "\(listener.boundAddress)") }

        /// Asks who the bearer of a token is.
        func ask(
            _ base: String,
            token: String? = nil,
            verb: String = "POST",
            headers: [String: String] = [:]
        ) throws -> HTTPPeer.Response {
            let path = base + AccountsAPI.getCurrentUser.summary.description
            let headers = headers.merging(Self.headers(token)) { $1 }
            return try peer().ask(verb, path, headers: headers, body: Array("{}".utf8))
        }

        /// Signs the bearer of a token out.
        func signOut(_ base: String, token: String) throws -> HTTPPeer.Response {
            let path = base + AccountsAPI.logOut.summary.description
            return try peer().ask(
                "POST",
                path,
                headers: Self.headers(token),
                body: Array("{}".utf8)
            )
        }

        static func headers(_ token: String?) -> [String: String] {
            var headers = ["Content-Type": "application/json"]
            if let token { headers["Authorization"] = "Bearer \(token)" }
            return headers
        }
    }

    @Test("What comes to the place of an app that is shut is refused, and is nobody else's")
    func shutApps() async throws {
        let house = try House()
        let token = try await house.standard.person("alice").session.accessToken
        let shut = try house.ask("/letters", token: token)
        #expect(shut.status == 503 && shut.text.contains("APP_UNAVAILABLE"), "\(shut.text)")
        #expect(shut.headers["cache-control"] == "no-store")
        for path in ["/letters", "/letters/app", "/letters/receive/x"] {
            #expect(try house.peer().ask("GET", path).status == 503, "\(path)")
        }
        // What only looks alike is the default app's.
        #expect(try house.peer().ask("GET", "/lettersx").status == 404)
        #expect(try house.ask("", token: token).text.contains("alice"))
        // An outage is counted as one, by its status and by its reason.
        #expect(house.callCount == 2)
        #expect(house.doors.callCount(of: .standard) == 1)
        #expect(house.doors.callCount(of: Self.letters) == 1)
        #expect(house.callCount(.unavailable) == 1)
        #expect(house.refusals.counts.first { $0.reason == "APP_UNAVAILABLE" }?.count == 1)
    }

    @Test("Pages that may call are told of a shut app as of any other, and others nothing")
    func pagesOfOtherOrigins() throws {
        let house = try House()
        let allowed = ["Origin": "https://pages.example"]
        let asked = try house.ask("/letters", verb: "OPTIONS", headers: allowed)
        #expect(asked.status == 204)
        let answered = try house.ask("/letters", headers: allowed)
        #expect(answered.status == 503)
        #expect(answered.headers["access-control-allow-origin"] == "https://pages.example")
        let other = try house.ask("/letters", headers: ["Origin": "https://other.example"])
        #expect(other.status == 403)
    }

    @Test("A door that opens lets calls in, and one that shuts ends its streams with a word")
    func doorsOpenAndShut() async throws {
        let house = try House()
        house.openLetters()
        let person = try await house.letters.person("alice")
        let token = person.session.accessToken
        #expect(try house.ask("/letters", token: token).text.contains("alice"))
        for (end, reason) in [
            (house.doors.shut, "APP_UNAVAILABLE"), (house.doors.remove, "APP_NOT_FOUND"),
        ] {
            let peer = try house.peer()
            var body: [UInt8] = []
            ConnectEnvelope.append([], to: &body)
            peer.send(
                "POST",
                "/letters" + SyncAPI.watch.summary.description,
                headers: [
                    "Content-Type": ConnectCodec.proto.contentType(of: .serverStream),
                    "Authorization": "Bearer \(token)",
                ],
                body: body
            )
            #expect(try peer.head().status == 200)
            var pending: [UInt8] = []
            #expect(try peer.envelope(&pending)?.flags == 0)
            end(Self.letters)
            var last: (flags: UInt8, message: [UInt8])?
            repeat { last = try peer.envelope(&pending) } while last?.flags == 0
            let text = String(decoding: last?.message ?? [], as: UTF8.self)
            #expect(text.contains(reason), "\(text)")
            #expect(house.callCount >= 2)
            house.openLetters()
        }
        house.doors.remove(Self.letters)
        // Its place is whatever is left's.
        #expect(try house.ask("/letters").status == 404)
    }

    @Test("Where the changes of one app come to rest, further ones are refused, and others go on")
    func hangingStore() async throws {
        let house = try House()
        let door = try #require(house.openLetters())
        var limits = ServerLimits()
        limits.runningRequestCountMax = 2
        house.doors.set(limits)
        door.changes.set(countMax: 0)
        var tokens: [String] = []
        for name in ["ann", "bea", "cat"] {
            tokens.append(try await house.letters.person(name).session.accessToken)
        }
        let waiting = try tokens[..<2].map { token in
            let peer = try house.peer()
            peer.send(
                "POST",
                "/letters" + AccountsAPI.logOut.summary.description,
                headers: House.headers(token),
                body: Array("{}".utf8)
            )
            return peer
        }
        let patience = Patience()
        while house.doors.statistics.runningRequestCount < 2 { try await patience.pause() }
        let refused = try house.signOut("/letters", token: tokens[2])
        #expect(refused.status == 429 && refused.text.contains("REASON_BUSY"), "\(refused.text)")
        let other = try await house.standard.person("other").session.accessToken
        #expect(try house.signOut("", token: other).status == 200)
        door.changes.set(countMax: 2)
        door.changes.run { door.changes.end() }
        for peer in waiting { #expect(try peer.head().status == 200) }
        while house.doors.statistics.runningRequestCount > 0 { try await patience.pause() }
        #expect(try house.signOut("/letters", token: tokens[2]).status == 200)
    }

    @Test("What was counted stays counted, whatever becomes of a door and ends after it")
    func counts() async throws {
        let house = try House()
        let door = try #require(house.openLetters())
        let token = try await house.letters.person("alice").session.accessToken
        #expect(try house.ask("/letters", token: token).status == 200)
        // As calls do that wait for the store when the door goes.
        let method = try #require(door.methods["\(AccountsAPI.getCurrentUser.summary)"])
        let late = WebCounting.Call(
            counting: door.counting,
            method: method.counted,
            connection: ObjectIdentifier(door)
        )
        house.doors.shut(Self.letters)
        #expect(house.callCount == 1)
        late.end(.ok)
        #expect(house.callCount == 2)
        house.openLetters()
        #expect(try house.ask("/letters", token: token).status == 200)
        house.doors.remove(Self.letters)
        #expect(house.callCount == 3 && house.doors.callCount(of: Self.letters) == 3)
    }

    @Test("Of an app that is shut operators see what is given instead, and nobody else does")
    func operators() async throws {
        for (users, status) in [(Set([geteuid()]), "200"), (Set<UInt32>(), "403")] {
            let folder = TemporaryDirectory()
            let access = AdministrationAccess(userIDs: users) { "user \($0)" }
            let doors = WebDoors()
            doors.set(ServerLimits())
            var configuration = WebConfiguration(operators: access)
            configuration.pagesWhenShut = { path in
                path == "/healthz" ? HTTPResponse(.ok, line: "alive") : nil
            }
            doors.add(.standard, at: configuration)
            let path = folder.path("web.sock")
            var limits = HTTPLimits()
            limits.threadCount = 2
            let listener = try HTTPListener(
                at: HTTPAddressClaim(#require(HTTPAddress("unix://\(path)"))),
                limits: limits,
                handler: doors
            )
            func answer(to page: String) async throws -> String {
                try await ProgramRun.run(
                    "/usr/bin/curl",
                    [
                        "--silent", "--output", "/dev/null", "--unix-socket", path, "--write-out",
                        "%{http_code}", "http://localhost\(page)",
                    ]
                ).output
            }
            #expect(try await answer(to: "/healthz") == status)
            #expect(try await answer(to: "/other") == (status == "200" ? "503" : status))
            listener.close()
        }
    }
}
