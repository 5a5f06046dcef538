import CommandLineInterface
import NoteletClient
import PersonCommands
import Testing

@testable import NoteCommands

@Suite("Notes for programs")
struct NoteRowTests {
    @Test("The columns of notes are all that notes have, received and sent")
    func notes() {
        let sides: [Message.Side] = [
            .received(ReceivedMessage(answer: Answer())), .sent(SentMessage(answer: Answer())),
        ]
        let paths = sides.map { Set($0.json.columnPaths) }
        #expect(paths[0].union(paths[1]) == Set(Message.Side.kind.columns))
        #expect(paths[0] != paths[1])
    }

    @Test("A contact is named by its id or its name, a note by its id or its beginning")
    func references() throws {
        let id = "00010203-0405-0607-0809-0a0b0c0d0e0f"
        guard case .id? = ValueSyntax<ContactReference>.contact.parse(id),
            case .id? = ValueSyntax<ObjectReference>.reference.parse(id)
        else {
            Issue.record("a whole id is an id")
            return
        }
        guard case .name("민지")? = ValueSyntax<ContactReference>.contact.parse("민지"),
            case .beginning? = ValueSyntax<ObjectReference>.reference.parse("0001")
        else {
            Issue.record("a name is a name, and some digits are a beginning")
            return
        }
        #expect(ValueSyntax<ContactReference>.contact.parse("") == nil)
        #expect(ValueSyntax<ObjectReference>.reference.parse("민지") == nil)
    }
}
