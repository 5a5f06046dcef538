import Foundation
import NoteletInterface

/// A line of the input, while other tasks go on; nil at its end.
func nextLine() async -> String? {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: readLine()) }
    }
}

/// Writes a line at once, also where the output is no terminal; what would steer that is left out.
func say(_ line: String) {
    let harmless = line.components(separatedBy: .controlCharacters.subtracting(.newlines)).joined()
    FileHandle.standardOutput.write(Data((harmless + "\n").utf8))
}

/// Numbers lines as people count, from 1.
func list(_ lines: [String]) {
    for (index, line) in lines.enumerated() { say("\(index + 1). \(line)") }
}

/// What has such a number; nil where nothing has it.
func item<Item>(_ number: String, of items: [Item]) -> Item? {
    items.enumerated().first { number == "\($0.offset + 1)" }?.element
}

/// A note in a line: whether it has gone out, what it says, and its answer.
func line(_ note: Message) -> String {
    let text = (note.direction == .received ? "<" : mark(note.writeState)) + " " + note.content
    return note.answer.map { "\(text) | \(mark($0.writeState)) \($0.content)" } ?? text
}

/// A write in a line: how far it has got, and what it says.
func line(_ write: PendingWrite) -> String {
    switch write.kind {
    case .sendMessage(let note): line(note)
    case .answerMessage(let answer): "\(mark(write.state)) \(answer.content)"
    case .addContact(let contact): "\(mark(write.state)) \(contact.name)"
    default: "\(mark(write.state)) \(write.kind)"
    }
}

private func mark(_ state: WriteState) -> String {
    switch state {
    case .saved: ">"
    case .pending: "…"
    case .failed(let error): "! \(error.text(in: .en))"
    case .unknown: "?"
    }
}
