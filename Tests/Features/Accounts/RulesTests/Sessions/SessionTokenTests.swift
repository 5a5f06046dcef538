import Domain
import Testing
import AccountRules

@Suite("A session token")
struct SessionTokenTests {
    private let token = SessionToken(
        locator: OpaqueID(high: 0x0102_0304_0506_0708, low: 0xf0f1_f2f3_f4f5_f6f7),
        secret: (0..<32).map { UInt8($0) }
    )

    @Test("is 64 characters and reads back")
    func roundTrip() {
        #expect(token.text.count == 64)
        #expect(SessionToken(text: token.text) == token)
    }

    @Test(
        "is nothing else",
        arguments: [
            "", "a", String(repeating: "!", count: 64),
            String(repeating: "A", count: 63), String(repeating: "A", count: 65),
            String(repeating: "가", count: 64),
        ]
    )
    func illegal(text: String) {
        #expect(SessionToken(text: text) == nil)
    }
}
