import AccountRules
import Domain
import Testing

@testable import AccountService

@Suite struct TypedPasswordTests {
    @Test func aTextIsTheSameHoweverItIsTyped() {
        let decomposed = "\u{1112}\u{1161}\u{11ab}"
        #expect(Array(decomposed.utf8).count == 9)
        #expect(Array(TypedPassword(decomposed).composed.utf8) == Array("한".utf8))
    }

    @Test func ofOneThatIsFarTooLongEnoughIsLeftToBeTooLong() {
        let byteCountMax = DomainLimits.passwordByteCountMax
        let typed = TypedPassword(String(repeating: "\u{1112}\u{1161}\u{11ab}", count: 10_000))
        #expect(typed.composed.utf8.count > byteCountMax)
        #expect(typed.composed.utf8.count <= 4 * byteCountMax + 1)
    }
}
