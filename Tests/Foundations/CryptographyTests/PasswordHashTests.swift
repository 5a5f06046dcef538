import Cryptography
import Testing

@Suite("Password hash")
struct PasswordHashTests {
    private let password = Array("correct horse battery staple".utf8)

    @Test func verifiesOnlyItsPassword() throws {
        let hash = try PasswordHash.hash(password, parameters: .floor)
        #expect(hash.text.hasPrefix("$argon2id$v=19$m=19456,t=2,p=1$"))
        #expect(hash.verify(password))
        #expect(!hash.verify(Array("correct horse battery stapl".utf8)))
        #expect(!hash.verify([]))
        #expect(PasswordHash(text: hash.text).verify(password))
    }

    @Test func theLeastCostIsForTests() throws {
        let hash = try PasswordHash.hash(password, parameters: .leastForTests)
        #expect(hash.text.hasPrefix("$argon2id$v=19$m=8,t=1,p=1$"))
        #expect(hash.verify(password) && !hash.verify([]))
    }

    @Test func saltsEachHash() throws {
        let one = try PasswordHash.hash([], parameters: .floor)
        let other = try PasswordHash.hash([], parameters: .floor)
        #expect(one != other)
        #expect(one.verify([]))
    }

    @Test(arguments: ["", "plain", "$argon2id$", String(repeating: "x", count: 4_000)])
    func textThatIsNoHashMatchesNothing(text: String) {
        #expect(!PasswordHash(text: text).verify(password))
    }

    @Test func tooMuchMemoryIsRefused() {
        let parameters = PasswordHashParameters(operationCount: 2, memoryByteCount: 1 << 52)
        #expect(throws: CryptographyError.outOfMemory) {
            try PasswordHash.hash(password, parameters: parameters)
        }
    }

    @Test func parametersBelowTheFloorAreABug() async {
        await #expect(processExitsWith: .failure) {
            _ = PasswordHashParameters(operationCount: 2, memoryByteCount: (19 << 20) - 1)
        }
        await #expect(processExitsWith: .failure) {
            _ = PasswordHashParameters(operationCount: 1, memoryByteCount: 19 << 20)
        }
    }
}
