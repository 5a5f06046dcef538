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

    /// What a signal is about that came because of no address, at an instruction.
    private static func verdict(at instruction: UInt) -> Int64 {
        var line: Int32 = -1
        return unsafe StoreFault.judge(SIGSEGV, nowhere, instruction, &line)
    }

    @Test("An address that is none is about the store on the thread that writes to it alone")
    func writer() throws {
        let store = try TemporaryEngine()
        let environment = store.engine.environment
        #expect(Self.verdict(at: 0) == LastWords.foreign)
        try environment.write { (transaction: consuming WriteTransaction) throws(LMDBError) in
            withThreads(1) { _ in
                #expect(Self.verdict(at: 0) == LastWords.foreign)
            } while: {
                #expect(Self.verdict(at: 0) == LastWords.told)
            }
            try transaction.commit()
        }
        #expect(Self.verdict(at: 0) == LastWords.foreign)
        store.engine.close()
    }

    @Test("An address that is none is about the store where LMDB met it")
    func code() throws {
        let store = try TemporaryEngine()
        let address = try #require(unsafe dlsym(nil, "mdb_cursor_get"))
        let instruction = UInt(bitPattern: address)
        #expect(Self.verdict(at: instruction) == LastWords.told)
        let other = try #require(unsafe dlsym(nil, "malloc"))
        #expect(
            Self.verdict(at: UInt(bitPattern: other)) == LastWords.foreign
        )
        store.engine.close()
    }
}
