import Testing

@testable import Serving

/// What a connection remembers, app by app.
@Suite("Memories of a connection")
struct ConnectionMemoryTests {
    private let memories = ConnectionMemories { AuthenticationMemory.ofSharedConnection() }

    @Test("Each app has its own, as long as it is open")
    func apart() {
        let apps = (0..<3).map { _ in AppLife() }
        let first = apps.map(memories.memory)
        #expect(zip(first, apps).allSatisfy { $0 === memories.memory(for: $1) })
        #expect(first[0] !== first[1] && first[1] !== first[2] && memories.count == 3)
    }

    @Test("What is remembered for apps that are over goes when another one is called")
    func over() {
        let apps = (0..<3).map { _ in AppLife() }
        for app in apps { _ = memories.memory(for: app) }
        apps[0].end()
        apps[2].end()
        let (later, last) = (AppLife(), AppLife())
        let own = memories.memory(for: later)
        #expect(memories.count == 2)
        #expect(memories.memory(for: later) === own && memories.count == 2)
        _ = memories.memory(for: last)
        #expect(memories.count == 3)
    }
}
