import CommandLineInterface
import Testing

@testable import notelet_cli

@Suite("Commands of a person")
struct NoteletProgramTests {
    @Test("Each feature's commands are there, and no two have the same name")
    func names() {
        let names = NoteletProgram.root.subcommands.map(\.name)
        #expect(Set(names).count == names.count, "\(names)")
        #expect(Set(names).isSuperset(of: ["signup", "link", "send", "watch", "contacts", "ping"]))
    }
}
