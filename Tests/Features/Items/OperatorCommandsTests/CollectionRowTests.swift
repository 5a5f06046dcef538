import CommandLineInterface
import CommandTestSupport
import NoteletAPI
import Testing

@testable import ItemOperatorCommands

@Suite("Collections for programs")
struct CollectionRowTests {
    @Test("The columns of collections are all that a collection has")
    func columns() {
        let collection = ItemCollection(name: "news")
        #expect(collection.json.columnPaths == ItemCollection.kind.columns)
        #expect(collection.json.text.contains("\"name\":\"news\""))
    }
}
