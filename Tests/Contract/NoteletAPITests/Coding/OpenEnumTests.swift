import NoteletAPI
import Testing

@Suite("Enums of the contract by their plain names")
struct OpenEnumTests {
    @Test("A name is that of the contract without what all have in common, in lower case")
    func plainNames() {
        #expect(MemberStatus.banned.plainName == "banned")
        #expect(RefusalReason.itemNotFound.plainName == "item_not_found")
        #expect(MemberStatus(rawValue: 0).plainName == "unspecified")
        // A later version may have it.
        #expect(MemberStatus(rawValue: 77).plainName == "77")
    }

    @Test("A value is found by its plain name, unless it says nothing")
    func values() {
        #expect(MemberStatus.named == [.active, .inactive, .banned])
        for status in MemberStatus.named {
            #expect(MemberStatus(plainName: status.plainName) == status)
        }
        for name in ["", "unspecified", "Banned", "gone", "77"] {
            #expect(MemberStatus(plainName: name) == nil)
        }
    }
}
