import NoteletInterface
import NoteletTestSupport
import Testing

@Suite("A fake of the published configuration")
struct ConfigFakeTests {
    @Test("Observers see what there is and what a refresh finds, and each call is recorded")
    func refreshing() async throws {
        let repository = MockConfigRepository(values: ["a": "1"])
        var seen = repository.observeConfig().makeAsyncIterator()
        #expect(await seen.next()?.version == 1)
        #expect(try await repository.refreshConfig().version == 1)
        let next = PublishedConfig(version: 2, values: [:])
        repository.refreshConfigCalls.handler = { _ in next }
        #expect(try await repository.refreshConfig() == next)
        #expect(await seen.next() == next)
        #expect(await repository.currentConfig() == next)
        #expect(repository.refreshConfigCalls.count == 2)
    }
}
