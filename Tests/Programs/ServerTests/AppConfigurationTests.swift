import CommandLineInterface
import Domain
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
        #expect(standard.store.neighbours == ["s", "l", "i"] && letters.store.neighbours == nil)
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
                "have the same --link-base"
            ),
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
