import CommandLineInterface
import NoteletClient
import Testing

@testable import PersonCommands

@Suite("Parameters and lists of many commands")
struct SharedParameterTests {
    private static let thing = Wording("항목", "items")

    @Test("What a limit and a reference are of is said in both languages")
    func texts() {
        let limit = Option.limit(of: Self.thing).parameter
        #expect(limit.name == "limit")
        #expect(limit.texts.help.english == "Show so many of the newest items, and no more.")
        #expect(limit.texts.help.text(in: .korean) == "가장 새로운 항목부터 이 수까지만 봅니다.")
        let reference = Argument.reference(to: Wording("쪽지", "the note")).parameter
        #expect(reference.name == "ID")
        #expect(
            reference.texts.help.text(in: .korean) == "쪽지의 ID, 또는 목록에 보이는 ID의 앞부분입니다."
        )
        #expect(
            reference.texts.help.english
                == "The id of the note, or the beginning of it that lists show."
        )
    }

    @Test(
        "Rows come from as many pages as are needed, and no more than are wanted",
        arguments: [
            (nil, 6, 4), (1, 1, 1), (2, 2, 1), (3, 3, 2), (6, 6, 4), (7, 6, 4),
        ] as [(Int?, Int, Int)]
    )
    func rows(limit: Int?, rowCount: Int, pageCount: Int) async throws {
        let asked = Asked()
        // Two on each page, but for the second last, which is empty.
        let pages = PageSequence<Int> { cursor in
            let page = Int(cursor.first ?? 0)
            await asked.note()
            let items = page == 2 ? [] : [page * 2, page * 2 + 1]
            return Page(items: items, nextCursor: page == 3 ? [] : [UInt8(page + 1)])
        }
        #expect(try await pages.rows(limit: limit).count == rowCount)
        #expect(await asked.count == pageCount)
    }

    private actor Asked {
        private(set) var count = 0

        func note() { count += 1 }
    }
}
