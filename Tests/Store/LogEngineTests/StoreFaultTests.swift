import Glibc
import LMDB
import OperatingSystem
import TestSupport
import Testing

@testable import LogEngine
@testable import StorageEngine

/// What a signal is about, by where and on which thread it came.
@Suite("Faults of the store")
struct StoreFaultTests {
    private static let nowhere: UInt = 0x10

    @Test("An address that is none is about the store on the thread that writes to it alone")
    func writer() throws {
        let store = try TemporaryEngine()
        let environment = store.engine.environment
        #expect(StoreFault.judge(SIGSEGV, Self.nowhere, 0) == LastWords.foreign)
        try environment.write { (transaction: consuming WriteTransaction) throws(LMDBError) in
            withThreads(1) { _ in
                #expect(StoreFault.judge(SIGSEGV, Self.nowhere, 0) == LastWords.foreign)
            } while: {
                #expect(StoreFault.judge(SIGSEGV, Self.nowhere, 0) == LastWords.told)
            }
            try transaction.commit()
        }
        #expect(StoreFault.judge(SIGSEGV, Self.nowhere, 0) == LastWords.foreign)
        store.engine.close()
    }

    @Test("An address that is none is about the store where LMDB met it")
    func code() throws {
        let store = try TemporaryEngine()
        let address = try #require(unsafe dlsym(nil, "mdb_cursor_get"))
        let instruction = UInt(bitPattern: address)
        #expect(StoreFault.judge(SIGSEGV, Self.nowhere, instruction) == LastWords.told)
        let other = try #require(unsafe dlsym(nil, "malloc"))
        #expect(
            StoreFault.judge(SIGSEGV, Self.nowhere, UInt(bitPattern: other)) == LastWords.foreign
        )
        store.engine.close()
    }
}
