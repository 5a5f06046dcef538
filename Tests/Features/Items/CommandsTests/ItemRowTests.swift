import CommandLineInterface
import NoteletClient
import Testing

@testable import ItemCommands

@Suite("Items for programs")
struct ItemRowTests {
    @Test("The columns of items are all that an item has, with its bytes in Base64")
    func columns() {
        let item = Item(title: "제목", payload: [0, 0xFF, 0x10])
        #expect(Item.form.kind.columns == ["id", "collection", "title", "created_at", "payload"])
        #expect(Item.form.json(item).text.contains("\"payload\":\"AP8Q\""))
    }
}
