import AccountRules
import Domain
import Foundation
import Locking
import TestSupport
import Testing

@testable import AccountStorage
@testable import LogStoreTools
@testable import NoteStorage
@testable import Records
@testable import Storage

/// The files that say who was deleted, where one cannot be written.
@Suite struct ErasureListTests {
    private let folder = TemporaryDirectory()

    private final class News: Sendable {
        private let told = Mutex<[ErasureNews]>([])
        var all: [ErasureNews] { told.withLock { $0 } }
        func add(_ news: ErasureNews) { told.withLock { $0.append(news) } }
    }

    private func mark(_ number: UInt64) -> ErasureMark {
        ErasureMark(digest: OpaqueID(high: number, low: number), day: 20_000)
    }

    @Test("It is told, once, and gets all that it lacks when it can be written")
    func lateFile() throws {
        for name in ["first", "second"] {
            try FileManager.default.createDirectory(
                atPath: folder.path(name),
                withIntermediateDirectories: false
            )
        }
        let files = ["first", "second"].map { ErasureFile(in: folder.path($0)) }
        let list = ErasureList(files)
        let news = News()
        list.observe { news.add($0) }
        list.append([mark(1)])
        #expect(news.all.isEmpty && list.behindCount == 0)
        try FileManager.default.removeItem(atPath: files[1].path)
        try StrangeItem.folder.make(at: files[1].path)
        list.append([mark(2)])
        list.append([mark(3)])
        list.retry()
        #expect(news.all == [.failing(reason: "\(files[1].path): it is no plain file.")])
        #expect(list.behindCount == 1)
        #expect(try files[0].marks().count == 3)
        // Who begins to listen now is told as well.
        let late = News()
        list.observe { late.add($0) }
        #expect(late.all == news.all)
        try FileManager.default.removeItem(atPath: files[1].path)
        list.retry()
        #expect(late.all.last == .working && list.behindCount == 0)
        #expect(try files[1].marks() == [mark(2), mark(3)])
    }

    @Test("One that is to be written anew is, with what came since")
    func replacedFile() throws {
        let file = ErasureFile(in: folder.path("place"))
        let list = ErasureList([file])
        list.replace(0, by: [mark(1), mark(2)])
        #expect(list.behindCount == 1)
        list.append([mark(3)])
        try FileManager.default.createDirectory(
            atPath: folder.path("place"),
            withIntermediateDirectories: false
        )
        list.retry()
        #expect(list.behindCount == 0)
        #expect(try file.marks() == [mark(1), mark(2), mark(3)])
    }

    @Test("A store tells of a file that was not writable at its start already")
    func tellingStore() throws {
        let store = try TestStore()
        let (gone, other) = (try store.account("gone"), try store.account("other"))
        try store.write { transaction throws(DomainError) in
            try transaction.remove(gone, at: .epoch)
        }
        let path = ErasureFile(in: store.path).path
        #expect(store.store.erasureFilesBehind == 0)
        try FileManager.default.removeItem(atPath: path)
        try StrangeItem.folder.make(at: path)
        try store.write { transaction throws(DomainError) in
            try transaction.remove(other, at: .epoch)
        }
        let news = News()
        store.store.observeErasures { news.add($0) }
        #expect(news.all == [.failing(reason: "\(path): it is no plain file.")])
        #expect(store.store.erasureFilesBehind == 1)
        try FileManager.default.removeItem(atPath: path)
        store.store.maintain()
        #expect(news.all.last == .working && store.store.erasureFilesBehind == 0)
    }
}
