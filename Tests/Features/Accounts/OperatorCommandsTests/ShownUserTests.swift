import AccountRules
import CommandLineInterface
import NoteletAPI
import OperatorCommands
import Testing

@testable import AccountOperatorCommands

@Suite("Accounts for operators")
struct ShownUserTests {
    private let account = ShownUser(
        ManagedUser(id: [UInt8](0..<16), username: "minji", status: .banned),
        at: .now
    )
    private let guest = ShownUser(
        ManagedUser(id: [UInt8](0..<16), status: .active, isGuest: true),
        at: .now
    )

    @Test("A list has all that an account has")
    func columns() {
        let row = ShownUser.form.json(account)
        #expect(row.columnPaths == ShownUser.form.kind.columns)
        #expect(row.text.contains("minji") && row.text.contains("banned"))
    }

    @Test("A guest has an id and a status alone, and is called by the id")
    func guests() {
        #expect(guest.json.columnPaths == ["id", "guest", "status"])
        #expect(guest.name == "00010203-0405-0607-0809-0a0b0c0d0e0f")
        #expect(account.name == "minji")
    }

    @Test("An account is named by an id, an address or a username")
    func references() throws {
        let parse = ValueSyntax<AccountReference>.account.parse
        guard case .id = parse("00010203-0405-0607-0809-0a0b0c0d0e0f") else {
            Issue.record("a whole id is an id")
            return
        }
        #expect(parse("minji@example.com") == .email("minji@example.com"))
        #expect(parse("0001") == .username("0001"))
        #expect(parse("") == nil)
    }
}
