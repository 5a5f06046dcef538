import Domain
import Serving
import Testing

@testable import NoteService

@Suite("From where guests sent")
struct GuestOriginsTests {
    @Test("The guest of a set who wrote the longest ago is forgotten first")
    func origins() {
        let origins = GuestOrigins(setCount: 1)
        func key(_ number: UInt64) -> RateKey { RateKey(UserNumber(number)) }
        for number in 1...8 as ClosedRange<UInt64> {
            origins.note(UserNumber(number), at: key(number))
        }
        origins.note(UserNumber(1), at: key(100))
        origins.note(UserNumber(9), at: key(9))
        #expect(origins.origin(of: UserNumber(2)) == nil)
        #expect(origins.origin(of: UserNumber(1)) == key(100))
        for number in 3...9 as ClosedRange<UInt64> {
            #expect(origins.origin(of: UserNumber(number)) == key(number))
        }
    }
}
