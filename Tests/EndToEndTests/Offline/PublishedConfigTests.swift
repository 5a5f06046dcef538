import NoteletInterface
import NoteletOffline
import TestSupport
import Testing

/// What an application reads before anybody signs in, and without a network.
@Suite("Published configuration of applications", .timeLimit(.minutes(2)))
struct PublishedConfigTests {
    @Test("The last version stays on the device, through a log-out, a restart and no server")
    func staying() async throws {
        let desk = try await AdminDesk(arguments: ["--features", "accounts,notes,config"])
        #expect(try await desk.run("app-config", "set", "title", "하나").exitCode == 0)
        let device = try Device(at: desk.server.address)
        #expect(await device.application.config.currentConfig() == .none)
        #expect(try await device.application.config.refreshConfig().version == 1)
        _ = try await device.signUp("minji")
        let seen = try await device.wait(for: device.application.config.observeConfig()) {
            $0.version == 1
        }
        #expect(seen?.string("title", default: "") == "하나")
        let versions = device.application.config.observeConfig()
        #expect(try await desk.run("app-config", "set", "title", "둘").exitCode == 0)
        let next = try await device.wait(for: versions) { $0.version == 2 }
        #expect(next?.string("title", default: "") == "둘")
        try await device.application.auth.logout()
        #expect(await device.application.config.currentConfig().version == 2)
        #expect(await desk.server.stop() == 0)

        var last = device.application.config.observeConfig().makeAsyncIterator()
        #expect(await last.next()?.version == 2)
        try await device.restart()
        // The streams of an application end with it.
        #expect(await last.next() == nil)
        let config = await device.application.config.currentConfig()
        #expect(config.version == 2 && config.string("title", default: "") == "둘")
        await #expect(throws: AppError.self) {
            try await device.application.config.refreshConfig()
        }
        #expect(await device.application.config.currentConfig() == config)
    }
}
