import Domain
import Foundation
import TestSupport
import Testing

@testable import AccountStorage
@testable import LogStoreTools
@testable import NoteStorage
@testable import Records
@testable import Storage

@Suite struct LivedFileTests {
    private let directory = TemporaryDirectory()
    private let note = LivedNote(
        moment: Instant(milliseconds: -5),
        steady: SteadyMoment(run: "9b2d8a4e-1c1f-4a58-9f0e-0d4c2f6b7a11", milliseconds: 77)
    )

    private func file(life: UInt64 = 42) -> LivedFile {
        LivedFile(inStore: directory.path, life: life)
    }

    @Test func aNoteIsReadAsItWasWritten() throws {
        #expect(file().read() == nil)
        try file().write(note)
        #expect(file().read() == note)
        let next = LivedNote(moment: .distantPast, steady: note.steady)
        try file().write(next)
        #expect(file().read() == next)
    }

    @Test func ofAnotherLifeItSaysNothing() throws {
        try file().write(note)
        #expect(file(life: 43).read() == nil)
    }

    @Test func whatIsDamagedIsNotBelieved() throws {
        try file().write(note)
        let url = URL(fileURLWithPath: directory.path(LivedFile.name))
        let whole = try Data(contentsOf: url)
        for index in whole.indices {
            var damaged = whole
            damaged[index] ^= 1
            try damaged.write(to: url)
            #expect(file().read() == nil, "\(index)")
        }
        for count in [0, 1, whole.count - 1] {
            try whole.prefix(count).write(to: url)
            #expect(file().read() == nil)
        }
        try (whole + [0]).write(to: url)
        #expect(file().read() == nil)
    }

    @Test func aFolderThatIsNotThereIsAnError() {
        #expect(throws: (any Error).self) {
            try LivedFile(inStore: directory.path("none"), life: 1).write(note)
        }
    }
}
