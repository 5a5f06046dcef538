import Foundation
import NoteletInterface
import NoteletTestSupport
import TestSupport
import Testing

@Suite("Pictures", .timeLimit(.minutes(1)))
struct PictureCacheTests {
    private let loads = FakeCall<URL, Data>("load")

    private func cache(byteCountMax: Int) -> PictureCache {
        let loads = loads
        return PictureCache(byteCountMax: byteCountMax) { try await loads($0) }
    }

    private func address(_ name: String) throws -> URL {
        try #require(URL(string: "https://example.com/\(name).png"))
    }

    @Test("A picture is loaded once, and again once it has made room")
    func leavesTheOldest() async throws {
        loads.handler = { _ in Data(repeating: 1, count: 40) }
        let cache = cache(byteCountMax: 100)
        let (a, b, c) = (try address("a"), try address("b"), try address("c"))
        for url in [a, b, a, b, a] { #expect(try await cache.picture(at: url).count == 40) }
        #expect(loads.arguments == [a, b])
        _ = try await cache.picture(at: c)
        _ = try await cache.picture(at: a)
        #expect(loads.arguments == [a, b, c])
        _ = try await cache.picture(at: b)
        #expect(loads.arguments == [a, b, c, b])
        await cache.removeAll()
        _ = try await cache.picture(at: a)
        #expect(loads.count == 5)
    }

    @Test("One that is larger than the cache is shown, and not kept")
    func tooLarge() async throws {
        loads.handler = { _ in Data(repeating: 1, count: 101) }
        let cache = cache(byteCountMax: 100)
        let url = try address("large")
        for _ in 0..<2 { #expect(try await cache.picture(at: url).count == 101) }
        #expect(loads.count == 2)
    }

    @Test("Many who ask at a time wait for one load, and a failure is not kept")
    func oneLoad() async throws {
        let url = try address("a")
        let (gate, open) = AsyncStream<Void>.makeStream()
        loads.handler = { _ in
            for await _ in gate { break }
            return Data([7])
        }
        let cache = cache(byteCountMax: 100)
        let asked = (0..<50).map { _ in Task { try await cache.picture(at: url) } }
        let patience = Patience()
        while !loads.wasCalled { try await patience.pause() }
        asked[0].cancel()
        open.yield()
        for task in asked { #expect(try await task.value == Data([7])) }
        #expect(loads.count == 1)
        await cache.removeAll()
        loads.handler = { _ in throw AppError.network(.timeout) }
        await #expect(throws: AppError.network(.timeout)) { try await cache.picture(at: url) }
        loads.handler = { _ in Data([8]) }
        #expect(try await cache.picture(at: url) == Data([8]))
    }
}
