import Foundation
import NoteletInterface
import NoteletTestSupport
import Testing

@Suite("Pages of lists")
struct PagesTests {
    /// A list whose pages are numbered, each by the cursor before it.
    private func list(
        _ pages: [[Int]],
        _ calls: FakeCall<PageCursor?, Void> = FakeCall("fetch") { _ in }
    ) -> Pages<Int> {
        Pages { cursor in
            try await calls(cursor)
            let index = cursor.map { Int($0.bytes[0]) } ?? 0
            let next = index + 1 < pages.count ? PageCursor(bytes: [UInt8(index + 1)]) : nil
            return ListPage(items: pages[index], next: next)
        }
    }

    private func read(_ pages: Pages<Int>) async throws -> [[Int]] {
        var read: [[Int]] = []
        for try await items in pages { read.append(items) }
        return read
    }

    @Test("A list is read to its end, and a second time from its beginning")
    func order() async throws {
        let pages = list([[1, 2], [3], [4]])
        #expect(try await read(pages) == [[1, 2], [3], [4]])
        #expect(try await read(pages) == [[1, 2], [3], [4]])
    }

    @Test("A page that has nothing is passed over, wherever it is")
    func emptyPages() async throws {
        #expect(try await read(list([[], [1], [], [], [2], []])) == [[1], [2]])
        #expect(try await read(list([[]])) == [])
        #expect(try await read(list([[], []])) == [])
    }

    @Test("Each page is fetched when it is asked for, and none after the last")
    func laziness() async throws {
        let calls = FakeCall<PageCursor?, Void>("fetch") { _ in }
        var pages = list([[1], [2]], calls).makeAsyncIterator()
        #expect(!calls.wasCalled)
        #expect(try await pages.next() == [1])
        #expect(calls.arguments == [nil])
        #expect(try await pages.next() == [2])
        #expect(try await pages.next() == nil)
        #expect(try await pages.next() == nil)
        #expect(calls.arguments == [nil, PageCursor(bytes: [1])])
    }

    @Test("A page that could not be fetched can be asked for again")
    func failures() async throws {
        let calls = FakeCall<PageCursor?, Void>("fetch") { _ in }
        var pages = list([[1], [], [2]], calls).makeAsyncIterator()
        for items in [[1], [2]] {
            calls.handler = { cursor in
                // Also behind one that has nothing.
                if cursor == nil || cursor?.bytes == [2] { throw AppError.network(.timeout) }
            }
            await #expect(throws: AppError.network(.timeout)) { try await pages.next() }
            calls.handler = { _ in }
            #expect(try await pages.next() == items)
        }
        #expect(try await pages.next() == nil)
    }
}

@Suite("The state of a copy")
struct SyncStateTests {
    @Test("Who follows the service, or is about to, has reached it")
    func connection() {
        let reached: [SyncState] = [.firstCopy(changeCount: 0), .catchingUp, .upToDate]
        #expect(reached.allSatisfy { $0.isConnected })
        let unreached: [SyncState] = [
            .signedOut, .keptByAnother, .offline(since: FakeClock.start), .failed("full"),
        ]
        #expect(!unreached.contains { $0.isConnected })
    }
}
