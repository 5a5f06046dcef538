import CommandLineInterface
import Domain
import Foundation
import Serving
import TestSupport
import Testing
import WebServing

@testable import AccountService
@testable import notelet_server

/// Apps as the file of settings describes them.
@Suite("Configuration of apps")
struct AppConfigurationTests {
    private func configuration(_ file: String) throws -> Configuration {
        let parser = CommandLineParser(ServerCommand.root, environment: [:]) { _ in file }
        guard case .run(let invocation) = try parser.parse(["--config", "c"]) else {
            throw ExitCode.bug
        }
        return try Configuration(invocation)
    }

    @Test("Without a section there is the default app alone")
    func soleApp() throws {
        let apps = try configuration("store = s\nlink-base = https://a.example/receive/").apps
        #expect(apps.map(\.name) == [.standard])
        #expect(apps[0].store.path == "s" && apps[0].store.keyPath == "s.key")
        #expect(try apps[0].place() == WebPlace())
    }

    @Test("A section is an app of its own, and takes over what it does not set")
    func sections() throws {
        let file = """
            store = s
            log-archive = log
            key-file = k
            link-base = https://a.example/receive/
            map-size = 1GiB
            retention-days = 5
            guests = 7/day
            [app letters]
            store = l
            map-size = 2GiB
            features = accounts
            guests = 8/day
            [app inbox]
            store = i
            link-base = https://inbox.example:8443/receive/
            [dropped old]
            store = d
            """
        let apps = try configuration(file).apps
        #expect(apps.map(\.name.text) == ["default", "letters", "inbox"])
        let (standard, letters, inbox) = (apps[0], apps[1], apps[2])
        #expect(letters.store.path == "l" && letters.store.keyPath == "l.key")
        #expect(letters.logArchivePath == nil && standard.logArchivePath == "log")
        #expect(apps.map { $0.mapByteCount >> 30 } == [1, 2, 1])
        #expect(apps.map(\.retentionDays) == [5, 5, 5])
        #expect(letters.features.names == ["accounts"])
        let guests = apps.map { $0.limits.rates[.guests]?.description }
        #expect(guests == ["7/day", "8/day", "7/day"])
        #expect(letters.linkBaseURL == "https://a.example/letters/receive/")
        let place = try letters.place()
        #expect(place.host == "a.example" && place.basePath == "/letters")
        #expect(try inbox.place().host == "inbox.example:8443")
        #expect(apps.allSatisfy { $0.store.neighbours == ["s", "l", "i", "d"] })
        #expect(apps.map(\.store.isMadeBesideOthers) == [false, true, true])
    }

    @Test(
        "Apps that nothing would tell apart are refused",
        arguments: [
            ("[app default]\nstore = a", "the one whose settings stand outside"),
            ("[app Letters]\nstore = a", "is no name of an app"),
            ("[app 1a]\nstore = a", "a letter first"),
            ("[app a]\nstore = s", "have the same --key-file"),
            ("[app a]\nstore = a\nkey-file = s.key", "have the same --key-file"),
            ("[app a]\nstore = a\nlink-base = x/", "is no address like"),
            ("[app a]\nstore = a\nlink-base = https://h/receive", "does not end with '/'"),
            ("[app a]\nstore = a\nlink-base = https://h/", "is no address like"),
            (
                "[app a]\nstore = a\nlink-base = https://h/x/\n[app b]\nstore = b\n"
                    + "link-base = https://H:443/y/",
                "nothing would tell which one"
            ),
            ("[app a]\nstore = d/a\n[dropped d]\nstore = d", "which is to be removed here"),
            ("[app a]\nstore = a\nkey-file = d/k\n[dropped d]\nstore = d", "Move it elsewhere"),
            ("[app a]\nstore = a\nlog-archive = d/l\n[dropped d]\nstore = d", "has d/l, which"),
            ("[app a]\nstore = a\nreserve = 1MiB", "c:2, app a: --reserve must be"),
            ("[app a]\nstore = a\nlisten = tcp://h:1", "unknown setting 'listen'"),
        ]
    )
    func wrongApps(lines: String, complaint: String) {
        let error = #expect(throws: (any Error).self) {
            _ = try configuration("store = s\n" + lines)
        }
        let ofUsage = (error as? UsageError)?.message
        let message = (error as? CommandFailure)?.message ?? ofUsage ?? "another error"
        #expect(message.contains(complaint), "\(message)")
    }

    /// The base of the default app's links, that of another one, and whether they go together.
    private static let linkBases: [(standard: String, app: String?, isRight: Bool)] = [
        ("https://h/receive/", "https://h/receive/", false),
        ("https://h/receive/", "http://H.:80/receive/", false),
        ("https://h/receive/", "https://h/letters/", false),
        ("https://h/receive/", "https://h/letters/receive/", true),
        ("https://h/receive/", "https://h:8443/receive/", true),
        ("https://h/receive/", "https://i/receive/", true),
        ("https://h/receive/", nil, true),
        ("https://h/", "https://h/letters/", false),
        ("https://h/", "https://h/letters/receive/", true),
        ("https://h/", nil, true),
        ("https://h/x/receive/", "https://h/receive/", false),
        ("https://h/x/receive/", "https://h/x/receive/", false),
        ("https://h/x/receive/", "https://h/y/receive/", true),
        ("https://h/x/receive/", nil, true),
        ("https://h/receive/", "https://h/receive/receive/", false),
        ("https://h/receive/", "https://h/app/receive/", false),
        ("https://h/receive/", "https://h/assets/receive/", false),
        ("https://h/receive/", "https://h/reply/x/receive/", false),
        ("https://h/receive/", "https://h/qr.svg/receive/", false),
        ("https://h/receive/", "https://h/notelet.v1.Sync/receive/", false),
        ("https://h/receive/", "https://h/apps/receive/", true),
        ("https://h/receive/", "https://h/x/app/receive/", true),
        ("https://h/receive/", "https://i/app/receive/", true),
    ]

    @Test("No app takes what comes to the default one", arguments: linkBases)
    func placesApart(standard: String, app: String?, isRight: Bool) throws {
        let line = app.map { "\nlink-base = \($0)" } ?? ""
        let file = "store = s\nlink-base = \(standard)\n[app a]\nstore = a" + line
        let error = { () -> (any Error)? in
            do { _ = try configuration(file) } catch { return error }
            return nil
        }()
        #expect((error == nil) == isRight, "\(error.map { "\($0)" } ?? "accepted")")
    }

    @Test("No app takes what comes to another one, in whichever order they stand")
    func placesOfTwoApart() throws {
        let outer = "[app a]\nstore = a\nlink-base = https://h/receive/\n"
        for (path, isRight) in [("app", false), ("notelet.v1.Sync", false), ("b", true)] {
            let inner = "[app b]\nstore = b\nlink-base = https://h/\(path)/receive/\n"
            for sections in [outer + inner, inner + outer] {
                let apps = try? configuration("store = s\n" + sections).apps
                #expect((apps != nil) == isRight, "\(path)")
            }
        }
    }

    @Test("An app has origins of its own, or those of the default one")
    func webOrigins() throws {
        let file = """
            store = s
            web-origin = https://x.example
            [app a]
            store = a
            [app b]
            store = b
            web-origin = https://y.example
            web-origin = https://z.example
            """
        let origins = try configuration(file).apps.map { $0.webOrigins.sorted() }
        let own = ["https://y.example", "https://z.example"]
        #expect(origins == [["https://x.example"], ["https://x.example"], own])
    }

    @Test("An app beside a default one without a path has one of its own")
    func derivedLinkBase() throws {
        let file = "store = s\nlink-base = https://h/\n[app letters]\nstore = l"
        #expect(try configuration(file).apps[1].linkBaseURL == "https://h/letters/receive/")
    }

    @Test("A link hides no key that two apps share")
    func linkedKey() throws {
        let folder = TemporaryDirectory()
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link"),
            withDestinationPath: folder.path
        )
        let keys = [folder.path("k"), folder.path("link/k")]
        let file = "store = s\nkey-file = \(keys[0])\n[app a]\nstore = a\nkey-file = \(keys[1])"
        let error = #expect(throws: CommandFailure.self) { _ = try configuration(file) }
        #expect(error?.message.contains("have the same --key-file") == true)
    }

    @Test("There is room for so many apps, and no more")
    func countOfApps() throws {
        let sections = (1..<ServedApps.countMax).map { "[app a\($0)]\nstore = a\($0)\n" }
        let file = "store = s\n" + sections.joined()
        #expect(try configuration(file).apps.count == ServedApps.countMax)
        #expect(throws: CommandFailure.self) {
            _ = try configuration(file + "[app b]\nstore = b")
        }
    }

    @Test("Folders of apps do not lie in one another")
    func foldersAreApart() throws {
        let folder = TemporaryDirectory()
        let store = folder.path("s")
        for wrong in ["\(store)/log", "\(store)/../s", folder.path] {
            let lines = "store = \(store)\n[app a]\nkey-file = k\nstore = \(wrong)"
            let apps = try configuration(lines).apps
            #expect(throws: CommandFailure.self) { try PlaceCheck.requireApart(apps) }
        }
        let apart = try configuration("store = \(store)\n[app a]\nstore = \(store)2").apps
        try PlaceCheck.requireApart(apart)
    }

    @Test("What a running app cannot take over is named")
    func fixedSettings() throws {
        func app(_ lines: String) throws -> AppConfiguration {
            try configuration("store = s\n[app a]\nstore = a\n" + lines).apps[1]
        }
        let changed = try app("map-size = 1GiB\nguests = 9/day\nretention-days = 3")
        let names = try changed.fixedSettings(thatDifferFrom: app(""))
        #expect(names == ["app a: map-size", "app a: retention-days"])
        let standard = try configuration("store = s").standard
        let other = try configuration("store = t").standard
        #expect(other.fixedSettings(thatDifferFrom: standard) == ["store"])
    }
}
