import Storage
import Testing

/// A service and its store know each other: the one must not keep the other for ever.
@Suite(.timeLimit(.minutes(2))) struct ServiceLifeTests {
    @Test func aServiceThatIsGoneLeavesNoStoreBehind() throws {
        weak var store: RecordStore?
        do {
            let service = try TestService()
            store = service.store
            #expect(store != nil)
        }
        #expect(store == nil)
    }
}
