import Foundation
import Testing

@testable import OperatingSystem

@Suite struct TemporaryFolderTests {
    @Test(arguments: [TemporaryFolder.Place.disk, .memory])
    func aFolderIsGoneWithItsLastReference(place: TemporaryFolder.Place) throws {
        var folder: TemporaryFolder? = try TemporaryFolder(named: "notelet-test", in: place)
        let path = try #require(folder?.path)
        #expect(path.contains("/notelet-test."))
        try Data([1]).write(to: URL(fileURLWithPath: path + "/file"))
        #expect(FileManager.default.fileExists(atPath: path + "/file"))
        folder = nil
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func aFolderThatIsNeverLetGoIsGoneWithTheProcess() async throws {
        let run = await #expect(
            processExitsWith: .success,
            observing: [\.standardOutputContent]
        ) {
            let folder = try TemporaryFolder(named: "notelet-test")
            try Data([1]).write(to: URL(fileURLWithPath: folder.path + "/file"))
            FileHandle.standardOutput.write(Data("<\(folder.path)>".utf8))
            _ = Unmanaged.passRetained(folder)
            exit(0)
        }
        let text = String(decoding: try #require(run).standardOutputContent, as: UTF8.self)
        let path = try #require(text.split(separator: "<").last?.split(separator: ">").first)
        #expect(path.contains("/notelet-test."))
        #expect(!FileManager.default.fileExists(atPath: String(path)))
    }

    @Test func aFolderThatCannotBeMadeIsAnError() {
        #expect(throws: SystemError(ENOENT)) { try TemporaryFolder(named: "no/such/folder") }
    }
}
