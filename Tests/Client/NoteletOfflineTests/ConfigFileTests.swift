import Foundation
import NoteletInterface
import TestSupport
import Testing

@testable import NoteletOffline

@Suite("The published configuration on a device", .timeLimit(.minutes(1)))
struct ConfigFileTests {
    private let folder = TemporaryDirectory()

    @Test("What was written is read by the next process, and a later one takes its place")
    func writing() {
        let place = URL(filePath: folder.path("application"))
        #expect(ConfigFile(folder: place).read() == nil)
        for version: UInt64 in [1, 2] {
            let config = PublishedConfig(version: version, values: ["a": "제목"])
            ConfigFile(folder: place).write(config)
            #expect(ConfigFile(folder: place).read() == config)
        }
    }

    @Test(
        "A file that is damaged is as good as none",
        arguments: ["", "{}", "{\"version\":", "[1]"]
    )
    func damage(_ text: String) throws {
        let place = URL(filePath: folder.path("application"))
        ConfigFile(folder: place).write(PublishedConfig(version: 1, values: [:]))
        let file = place.appending(path: "published-config.json")
        try Data(text.utf8).write(to: file)
        #expect(ConfigFile(folder: place).read() == nil)
        ConfigFile(folder: place).write(PublishedConfig(version: 2, values: [:]))
        #expect(ConfigFile(folder: place).read()?.version == 2)
    }

    @Test("A folder that cannot be made costs nothing but the memory of it")
    func noFolder() {
        let place = URL(filePath: "/dev/null/application")
        ConfigFile(folder: place).write(PublishedConfig(version: 1, values: [:]))
        #expect(ConfigFile(folder: place).read() == nil)
    }
}
