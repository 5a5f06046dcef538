import CommandLineInterface
import Dispatch
import Domain
import Foundation
import HTTP
import Locking
import LogStoreTools
import Logging
import Serving
import Storage
import StorageEngine
import TTRPC
import TestSupport
import Testing
import WebServing

@testable import notelet_server

/// Apps of a server from their sections to their ends, with real stores.
@Suite("Apps at work", .timeLimit(.minutes(2)))
struct RunningAppsTests {
    private let folder = TemporaryDirectory()

    private func configuration(_ sections: String...) throws -> Configuration {
        let file = """
            store = \(folder.path("store"))
            reserve = 4MiB
            map-size = 1GiB
            link-base = https://a.example/receive/

            """
        let text = file + sections.joined(separator: "\n")
        let parser = CommandLineParser(ServerCommand.root, environment: [:]) { _ in text }
        guard case .run(let invocation) = try parser.parse(["--config", "c"]) else {
            throw ExitCode.bug
        }
        return try Configuration(invocation)
    }

    private func section(_ name: String, store: String? = nil, _ lines: String = "") -> String {
        "[app \(name)]\nstore = \(folder.path(store ?? name))\n\(lines)\n"
    }

    private func open(_ configuration: Configuration) throws -> RunningApps {
        try RunningApps(
            configuration,
            in: AppSurroundings(
                log: EventLog(),
                logFormat: configuration.logFormat,
                busyWait: .none,
                passwordThreads: PasswordThreads()
            ),
            for: AdministrationAccess(userIDs: []) { "\($0)" }
        )
    }

    private func end(_ apps: RunningApps) async {
        await apps.endHousekeeping()
        apps.closeStores()
    }

    private func name(_ text: String) throws -> AppName { try #require(AppName(text)) }

    /// The apps that work.
    private func working(_ apps: RunningApps) -> [String] {
        apps.all.filter(\.isOpen).map(\.configuration.name.text)
    }

    @Test("A store goes on under the name of another app at once")
    func renamed() async throws {
        let apps = try open(configuration(section("old", store: "x")))
        #expect(working(apps) == ["default", "old"])
        _ = try await apps.apply(configuration(section("new", store: "x")))
        #expect(working(apps) == ["default", "new"] && apps.troubles == [])
        #expect(apps.served.names.map(\.text) == ["default", "new"])
        await end(apps)
    }

    @Test("While a store goes on under another name its place reaches no other app")
    func renamedPlace() async throws {
        let apps = try open(configuration(section("old", store: "x")))
        let places = ["default": WebPlace(), "a": WebPlace(below: "/a")]
        let plan = WebServer.DoorPlan { app throws(CommandFailure) in
            var configuration = WebConfiguration()
            configuration.place = places[app.name.text] ?? WebPlace(below: "/letters")
            configuration.pages = NamedPages(name: app.name)
            return configuration
        } makeDoor: { app, configuration in
            WebDoor(serving: app.service, configuration)
        }
        let claim = try HTTPAddressClaim(#require(HTTPAddress("http://127.0.0.1:0")))
        let limits: @Sendable (ServerLimits) -> HTTPLimits = { _ in HTTPLimits() }
        let web = try WebServer(of: apps, at: [claim], nil, ServerLimits(), limits, plan)
        apps.join(web)
        let address = try #require(web.addresses.first)
        func answer() throws -> String {
            let response = try HTTPPeer(at: address).ask("GET", "/letters/app")
            return response.status == 503 ? "shut" : response.text
        }
        let first = try answer()
        #expect(first == "old\n")
        // The app in front of it takes its time to be opened.
        let file = try configuration(section("a") + section("new", store: "x"))
        let isOver = Mutex(false)
        let reload = Task {
            defer { isOver.withLock { $0 = true } }
            return try await apps.apply(file)
        }
        var answers: Set<String> = []
        let patience = Patience()
        while !isOver.withLock({ $0 }) {
            try patience.check()
            answers.insert(try answer())
        }
        _ = try await reload.value
        #expect(answers.isSubset(of: ["old\n", "shut", "new\n"]))
        #expect(try answer() == "new\n")
        await web.end(within: .zero)
        await end(apps)
    }

    @Test("A reload opens an app again that stopped, the default one too", arguments: 0...1)
    func stopped(index: Int) async throws {
        let configuration = try configuration(section("letters"))
        let apps = try open(configuration)
        let app = apps.running[index]
        apps.stop(app.name, "there", .diskFailed("It failed."))
        #expect(working(apps) == [["letters"], ["default"]][index])
        #expect(apps.troubles == ["app \(app.name): it does not work: It failed."])
        #expect(apps.isAnyWorking && apps.running.count == 2)
        let fixed = try await apps.apply(configuration)
        #expect(fixed == [] && app.store.isStopped)
        #expect(working(apps) == ["default", "letters"] && apps.troubles == [])
        #expect(apps.served.callCount(of: app.name) == 0)
        await end(apps)
    }

    @Test("An app that left says nothing any more, and one that stopped leaves as any other")
    func leftApps() async throws {
        let apps = try open(configuration(section("letters")))
        let letters = try name("letters")
        apps.stop(letters, "there", .damaged("It is damaged."))
        _ = try await apps.apply(configuration())
        #expect(apps.all.count == 1 && apps.troubles == [])
        apps.stop(letters, "there", .diskFailed("It failed."))
        #expect(apps.all.count == 1 && apps.troubles == [])
        await end(apps)
    }

    @Test("What does not belong in the place of an app keeps that one alone from opening")
    func strangeFile() async throws {
        let key = folder.path("letters.key")
        try FileManager.default.createDirectory(atPath: key, withIntermediateDirectories: true)
        let configuration = try configuration(section("letters"))
        let apps = try open(configuration)
        #expect(working(apps) == ["default"])
        #expect(apps.troubles.first?.contains("a plain file belongs there") == true)
        try FileManager.default.removeItem(atPath: key)
        _ = try await apps.apply(configuration)
        #expect(working(apps) == ["default", "letters"])
        await end(apps)
    }

    @Test("What is new is held against what is open, which keeps its place, and nothing is done")
    func apartFromWhatRuns() async throws {
        let base = "link-base = https://a.example"
        let archive = "log-archive = \(folder.path("archive"))"
        let before = try configuration(section("a", "\(base)/letters/receive/\n\(archive)"))
        let apps = try open(before)
        for wrong in [
            section("a", "\(base)/post/receive/\n\(archive)")
                + section("b", "\(base)/letters/receive/"),
            section("a", "\(base)/letters/receive/") + section("b", archive),
            section("a", store: "new") + section("b", store: "a"),
        ] {
            let error = await #expect(throws: CommandFailure.self) {
                try await apps.apply(configuration(wrong))
            }
            #expect(error?.message.contains("until the server starts again") == true)
            #expect(apps.served.names.map(\.text) == ["default", "a"])
        }
        let fixed = try await apps.apply(
            configuration(section("a", "\(base)/post/receive/\n\(archive)"))
        )
        #expect(fixed == ["app a: link-base"])
        await end(apps)
    }

    @Test("An app whose open store is dropped goes on with its new one, and the old one is removed")
    func droppedWhileOpen() async throws {
        let apps = try open(configuration(section("letters")))
        let path = folder.path("letters")
        let life = try #require(try StoreLife(ofStoreIn: path))
        let dropped = "[dropped letters]\nstore = \(path)\nlife = \(life.text)\n"
        _ = try await apps.apply(configuration(section("letters", store: "letters2"), dropped))
        #expect(working(apps) == ["default", "letters"])
        let stores = apps.running.map(\.configuration.store.path)
        #expect(stores == [folder.path("store"), folder.path("letters2")])
        #expect(!FileManager.default.fileExists(atPath: path))
        await end(apps)
    }

    @Test("A section without a life, or with another one, removes nothing")
    func droppedWithoutLife() async throws {
        let apps = try open(configuration(section("letters")))
        let path = folder.path("letters")
        for life in ["", "life = 00f3a9127bc4d5e6"] {
            _ = try await apps.apply(configuration("[dropped letters]\nstore = \(path)\n\(life)"))
            #expect(working(apps) == ["default"])
            #expect(FileManager.default.fileExists(atPath: path + "/data/data.mdb"))
        }
        await end(apps)
    }

    @Test("A section that dropped a store is nothing to the one that is there later")
    func laterStore() async throws {
        let apps = try open(configuration(section("letters")))
        let path = folder.path("letters")
        let life = try #require(try StoreLife(ofStoreIn: path))
        let dropped = "[dropped letters]\nstore = \(path)/\nlife = \(life.text)\n"
        let error = #expect(throws: CommandFailure.self) {
            try configuration(section("letters"), dropped)
        }
        #expect(error?.message.contains("which is to be removed here") == true)
        _ = try await apps.apply(configuration(dropped))
        #expect(!FileManager.default.fileExists(atPath: path))
        // It would be taken for that of a store that was lost.
        try FileManager.default.removeItem(atPath: path + ".key")
        for _ in 0..<2 {
            _ = try await apps.apply(configuration(section("letters"), dropped))
            #expect(working(apps) == ["default", "letters"])
        }
        #expect(try StoreLife(ofStoreIn: path) != life)
        await end(apps)
    }

    @Test("A store that was removed and comes back by a copy stays, until its app is dropped again")
    func copiedStore() async throws {
        let apps = try open(configuration(section("letters")))
        let (path, copy) = (folder.path("letters"), folder.path("copy"))
        let life = try #require(try StoreLife(ofStoreIn: path))
        let dropped = "[dropped letters]\nstore = \(path)\nlife = \(life.text)\n"
        _ = try await apps.apply(configuration())
        try FileManager.default.copyItem(atPath: path, toPath: copy)
        _ = try await apps.apply(configuration(dropped))
        #expect(!FileManager.default.fileExists(atPath: path))
        try FileManager.default.copyItem(atPath: copy, toPath: path)
        _ = try await apps.apply(configuration(dropped))
        _ = try await apps.apply(configuration(section("letters"), dropped))
        #expect(working(apps) == ["default", "letters"])
        #expect(try StoreLife(ofStoreIn: path) == life)
        _ = try await apps.apply(configuration())
        _ = try await apps.apply(configuration(dropped))
        #expect(!FileManager.default.fileExists(atPath: path))
        await end(apps)
    }

    @Test("A start removes no dropped stores before it serves, and what ends removes none")
    func droppedBeforeStart() async throws {
        let before = try open(configuration(section("letters")))
        let path = folder.path("letters")
        let life = try #require(try StoreLife(ofStoreIn: path))
        await end(before)
        let configuration = try configuration(
            "[dropped letters]\nstore = \(path)\nlife = \(life.text)\n"
        )
        for isEnding in [true, false] {
            let apps = try open(configuration)
            #expect(FileManager.default.fileExists(atPath: path))
            if isEnding { apps.beginEnd() }
            apps.removeDropped(configuration)
            #expect(FileManager.default.fileExists(atPath: path) == isEnding)
            await end(apps)
        }
    }

    @Test("A server that ends opens nothing more, and leaves closing to the end")
    func ending() async throws {
        let apps = try open(configuration(section("inbox")))
        apps.beginEnd()
        _ = try await apps.apply(configuration(section("letters")))
        #expect(working(apps) == ["default", "inbox"] && apps.running.count == 2)
        #expect(apps.end(within: .seconds(60)) == [])
        let areStopped = apps.running.allSatisfy(\.store.isStopped)
        #expect(areStopped)
    }

    @Test("A store that hangs keeps no other from being closed, and is waited for so long alone")
    func hangingStore() async throws {
        let apps = try open(configuration(section("inbox") + section("letters")))
        let stores = apps.running.map(\.store)
        let (begun, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        Thread.detachNewThread {
            try? stores[1].withView { _ in
                begun.signal()
                gate.passPatiently()
            }
        }
        try begun.waitPatiently()
        let left = apps.end(within: .seconds(1))
        #expect(left.map(\.text) == ["inbox"] && stores.allSatisfy(\.isStopped))
        // Whoever opens them next may look at the others at once.
        for name in ["store", "letters"] {
            let life = try #require(try StoreLife(ofStoreIn: folder.path(name)))
            #expect(try DroppedStore(folder.path(name), of: life).remove())
        }
        let life = try #require(try StoreLife(ofStoreIn: folder.path("inbox")))
        #expect(throws: DroppedStore.Obstacle.inUse) {
            try DroppedStore(folder.path("inbox"), of: life).remove()
        }
        gate.signal()
        apps.closeStores()
    }
}

/// Pages that say which app has them.
private struct NamedPages: WebPages {
    let name: AppName

    func receive(
        _ request: borrowing HTTPRequest,
        from peer: WebPeer,
        at door: WebDoor
    ) -> HTTPReception? {
        .answer(HTTPResponse(.ok, line: name.text))
    }
}

/// The states of apps without their stores.
@Suite("States of apps", .timeLimit(.minutes(2)))
struct AppStatesTests {
    private func states(_ names: [AppName]) throws -> AppStates {
        let file = "store = /s\n" + names.map { "[app \($0)]\nstore = /\($0)\n" }.joined()
        let parser = CommandLineParser(ServerCommand.root, environment: [:]) { _ in file }
        guard case .run(let invocation) = try parser.parse(["--config", "c"]) else {
            throw ExitCode.bug
        }
        var states = AppStates()
        for app in try Configuration(invocation).apps {
            states.all[app.name] = .shut(app, reason: "its store is being opened")
        }
        return states
    }

    @Test("An app that stops while others are yet to be opened does not end the process")
    func earlyStops() throws {
        var states = try states([#require(AppName("letters"))])
        #expect(states.stop(.standard, CommandFailure(.inputOutput, "It failed.")) == nil)
        #expect(states.all[.standard]?.trouble == "it does not work: It failed.")
        #expect(states.endStart()?.map(\.message) == ["It failed."])
    }

    @Test("The last app that stops ends the process, so that it starts again where others may work")
    func lastStops() throws {
        let (damaged, failed) = (
            CommandFailure(.badData, "Damaged."), CommandFailure(.inputOutput, "Failed.")
        )
        for (names, code) in [([], ExitCode.badData), (["letters"], .timeout)] {
            var states = try states(names.map { try #require(AppName($0)) })
            _ = states.endStart()
            #expect(states.stop(.standard, failed) == .inputOutput)
            #expect(states.stop(.standard, damaged) == code)
            #expect(states.stop(try #require(AppName("gone")), damaged) == nil)
        }
    }
}
