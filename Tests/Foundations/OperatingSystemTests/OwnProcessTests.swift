import Foundation
import OperatingSystem
import Testing

@Suite("Own process")
struct OwnProcessTests {
    @Test("The system says what the process takes, and what it takes more is seen")
    func figuresAreThose() throws {
        let before = try #require(OwnProcess())
        #expect(before.threadCount > 0 && before.openFileCount > 2)
        #expect(before.openFileCountMax >= UInt64(before.openFileCount))
        #expect(before.virtualByteCount >= before.residentByteCount)
        let byteCount = 64 << 20
        let memory = [UInt8](repeating: 1, count: byteCount)
        let file = try #require(FileHandle(forReadingAtPath: "/dev/null"))
        let after = try #require(OwnProcess())
        #expect(after.residentByteCount >= before.residentByteCount + UInt64(byteCount) / 2)
        #expect(after.processorSeconds >= before.processorSeconds)
        withExtendedLifetime((memory, file)) {}
    }
}
