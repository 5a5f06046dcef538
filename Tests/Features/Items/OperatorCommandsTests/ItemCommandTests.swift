import CommandLineInterface
import Testing

@testable import ItemOperatorCommands

@Suite("Commands about items")
struct ItemCommandTests {
    @Test("Collections are made, listed and taken away below what is about items")
    func collections() throws {
        let item = try #require(Items.commands.first)
        #expect(item.subcommands.map(\.name) == ["collection", "remove"])
        let collection = try #require(item.subcommands.first)
        #expect(collection.subcommands.map(\.name) == ["add", "list", "remove"])
    }
}
