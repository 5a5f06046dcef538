import CommandLineInterface
import Foundation
import NoteletAPI
import Testing

@testable import ConfigOperatorCommands

@Suite("The configuration in an operator's files and tables")
struct ConfigFileTests {
    @Test("A file is an object of texts, which come in the order of their keys")
    func file() throws {
        let file = try ConfigFile(Data(#"{"b": "2", "a": "제목\n"}"#.utf8), "FILE")
        #expect(file.entries.map(\.key) == ["a", "b"])
        #expect(file.entries.map(\.value) == ["제목\n", "2"])
        #expect(try ConfigFile(Data("{}".utf8), "FILE").entries.isEmpty)
    }

    @Test(
        "What is no such object is refused by its name",
        arguments: ["", "[]", #"{"a": 1}"#, #"{"a": null}"#, #"{"a": {}}"#, "a = b", #"{"a": "1""#]
    )
    func noObject(_ text: String) {
        let error = #expect(throws: CommandFailure.self) {
            try ConfigFile(Data(text.utf8), "values.json")
        }
        #expect(error?.exitCode == .badData)
        #expect(error?.message.hasPrefix("values.json is no object of JSON") == true)
    }

    @Test(
        "A key that is there twice is named, however it is written",
        arguments: [
            #"{"a": "1", "a": "1"}"#, #"{"b": "a", "a": "1", "c": "\"", "\u0061": "2"}"#,
            #"{"a":"\\","b":"a","a":""}"#,
        ]
    )
    func keyTwice(_ text: String) {
        let error = #expect(throws: CommandFailure.self) {
            try ConfigFile(Data(text.utf8), "values.json")
        }
        #expect(error?.exitCode == .badData)
        #expect(error?.message == "values.json has the key 'a' twice.")
    }

    @Test("A value may be what a key is, and the same under several keys")
    func valueLikeKey() throws {
        let file = try ConfigFile(Data(#"{"a": "b", "b": "a", "c": "a\"a\\"}"#.utf8), "FILE")
        #expect(file.entries.map(\.value) == ["b", "a", "a\"a\\"])
    }

    @Test("A file that is not there is named")
    func missing() throws {
        let error = #expect(throws: CommandFailure.self) { try ConfigFile(path: "/nowhere/a.json") }
        #expect(error?.message == "The file /nowhere/a.json cannot be read.")
    }

    @Test("Where two versions differ, both values are shown, and what is the same is not")
    func differences() {
        func entries(_ values: KeyValuePairs<String, String>) -> [ConfigEntry] {
            values.map { ConfigEntry(key: $0.key, value: $0.value) }
        }
        let rows = ConfigDifference.all(
            from: entries(["same": "1", "changed": "1", "gone": ""]),
            to: entries(["new": "1", "same": "1", "changed": "2"])
        )
        #expect(
            rows == [
                ConfigDifference(key: "changed", old: "1", new: "2"),
                ConfigDifference(key: "gone", old: "", new: nil),
                ConfigDifference(key: "new", old: nil, new: "1"),
            ]
        )
        #expect(
            ConfigDifference.form.json(rows[1]).text == #"{"key":"gone","old":"","new":null}"#
        )
    }

    @Test("The columns of versions are all that a version has")
    func versions() {
        let version = ConfigVersion(version: 3, rolledBackFrom: 1, entryCount: 2)
        #expect(
            ConfigVersion.form.kind.columns == [
                "version", "published_at", "operator", "note", "rolled_back_from", "entry_count",
            ]
        )
        #expect(ConfigVersion.form.json(version).text.contains("\"rolled_back_from\":1"))
        #expect(ConfigVersion.form.json(ConfigVersion()).text.contains("_from\":null"))
    }
}
