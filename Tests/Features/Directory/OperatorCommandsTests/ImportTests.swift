import CommandLineInterface
import Foundation
import NoteletAPI
import ProtobufCoding
import TestSupport
import Testing

@testable import DirectoryOperatorCommands

@Suite("Members of files")
struct ImportTests {
    private func members(_ text: String) throws -> [ImportedMember] {
        let folder = TemporaryDirectory()
        let path = folder.path("members.jsonl")
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        return try ImportCommand.members(in: path)
    }

    @Test("A line has name and e-mail address, and may have moment and status")
    func lines() throws {
        let read = try members(
            """
            {"name": "Alice", "email": "alice@example.com"}
            {"id": "x", "email": "bob@example.com", "name": "Bob", "status": "Banned", \
            "joined_at": "2024-02-15T00:00:00.000Z"}

            """
        )
        #expect(
            read == [
                ImportedMember(name: "Alice", email: "alice@example.com"),
                ImportedMember(
                    name: "Bob",
                    email: "bob@example.com",
                    joinedAt: Timestamp(seconds: 1_707_955_200),
                    status: .banned
                ),
            ]
        )
        #expect(try members("").isEmpty)
    }

    @Test(
        "What is no member is told with the number of its line",
        arguments: [
            "{}", "[]", "nonsense", #"{"name": "A"}"#,
            #"{"name": "A", "email": "a@example.com", "status": "gone"}"#,
            #"{"name": "A", "email": "a@example.com", "joined_at": "yesterday"}"#,
        ]
    )
    func broken(_ line: String) {
        let failure = #expect(throws: CommandFailure.self) {
            try members(#"{"name": "A", "email": "a@example.com"}"# + "\n" + line)
        }
        #expect(failure?.exitCode == .badData)
        #expect(failure?.message.hasPrefix("Line 2 is not of the form") == true)
        // Empty lines count as well.
        let later = #expect(throws: CommandFailure.self) { try members("\n\n" + line + "\n") }
        #expect(later?.message.hasPrefix("Line 3 is not of the form") == true)
    }

    @Test("Lines may end as on Windows, and blank ones hold nothing")
    func linesOfWindows() throws {
        let line = #"{"name": "A", "email": "a@example.com"}"#
        let read = try members("\r\n" + line + "\r\n \r\n\t\n")
        #expect(read == [ImportedMember(name: "A", email: "a@example.com")])
    }

    @Test("A file that cannot be read is named", arguments: ["/nowhere/members.jsonl", "/"])
    func unreadable(_ path: String) {
        let failure = #expect(throws: CommandFailure.self) { try ImportCommand.members(in: path) }
        #expect(failure?.exitCode == .inputOutput)
        #expect(failure?.message == "The file \(path) cannot be read.")
    }

    @Test("What is exported can be imported")
    func exported() throws {
        let member = Member(
            id: [UInt8](repeating: 1, count: 16),
            collection: "team",
            name: "수진 \"S\"",
            email: "s@example.com",
            joinedAt: Timestamp(seconds: 1_707_955_200),
            status: .inactive
        )
        #expect(Member.form.kind.columns == ["id", "name", "email", "joined_at", "status"])
        let imported = ImportedMember(
            name: member.name,
            email: member.email,
            joinedAt: member.joinedAt,
            status: member.status
        )
        let row = Member.form.json(member)
        // Bare, and as exports and lists write it.
        #expect(try members(row.text) == [imported])
        let document = JSON.document([(Member.form.kind.recordName, row)])
        #expect(try members(document.text) == [imported])
    }
}
