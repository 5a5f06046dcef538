import CommandLineInterface
import Testing

@testable import notelet_admin

@Suite("Commands of an operator")
struct AdminProgramTests {
    @Test("Each feature's commands are there, and no two have the same name")
    func names() {
        let names = AdminProgram.root.subcommands.map(\.name)
        #expect(Set(names).count == names.count, "\(names)")
        #expect(Set(names).isSuperset(of: ["store", "backup", "user", "report", "note", "word"]))
    }
}
