import Testing

@testable import notelet_bench

@Suite("What a user must find")
struct ReceivedNotesTests {
    @Test("A history that is as it must be has no difference")
    func right() {
        var notes = sample()
        #expect(notes.difference(from: page([3, 2, 1, -1, -2], isLast: true)) == nil)
        // A note whose outcome is not known may be there, and so may it not.
        notes.begin(4, contentHash: 4, at: 40)
        #expect(notes.difference(from: page([4, 3, 2, 1, -1, -2], isLast: true)) == nil)
        #expect(notes.difference(from: page([3, 2, 1, -1, -2], isLast: true)) == nil)
        // Of a page that is full, older notes may be left out.
        #expect(notes.difference(from: page([3, 2])) == nil)
        #expect(notes.difference(from: page([3, 2, 1, -1])) == nil)
        // What was acknowledged after the page was asked for need not be there.
        #expect(notes.difference(from: page([2, 1, -1], askedAt: 35)) == nil)
    }

    @Test("Notes that were sent at the same time may stand in any order")
    func concurrent() {
        var notes = sample()
        notes.begin(4, contentHash: 4, at: 40)
        notes.begin(5, contentHash: 5, at: 41)
        notes.acknowledge(5, at: 50)
        notes.acknowledge(4, at: 51)
        #expect(notes.difference(from: page([4, 5, 3])) == nil)
        #expect(notes.difference(from: page([5, 4, 3])) == nil)
    }

    @Test("A note that is missing, twice, changed, out of order or unknown is found")
    func wrong() {
        #expect(difference(page([3, 1, -1, -2], isLast: true)) == .missing(number: 2))
        #expect(difference(page([2, 1])) == .missing(number: 3))
        #expect(difference(page([3, 1])) == .missing(number: 2))
        #expect(difference(page([], isLast: true)) == .earlierNotesEndEarly(count: 0))
        #expect(difference(page([3, 3, 2])) == .twice(number: 3))
        #expect(difference(page([2, 3, 1])) == .wrongOrder(number: 3))
        #expect(difference(page([3, 2, 1, -1], isLast: true)) == .earlierNotesEndEarly(count: 1))
        #expect(difference(page([3, 2, 1, -2])) == .unknownNote(at: 3))
        #expect(difference(page([3, 2, 1, 9])) == .unknownNote(at: 3))
        #expect(difference(page([3, 2, 1, -1, -2, -3])) == .unknownNote(at: 5))
        let changed = ReceivedNotes.Note(id: 3, contentHash: 99, number: 3)
        let damaged = ReceivedNotes.Page(notes: [changed], isLast: false, askedAt: 100)
        #expect(difference(damaged) == .changedContent(number: 3))
    }

    @Test("An id that changes from page to page is found")
    func changedID() {
        var notes = sample()
        #expect(notes.difference(from: page([3])) == nil)
        let other = ReceivedNotes.Note(id: 77, contentHash: 3, number: 3)
        let second = ReceivedNotes.Page(notes: [other], isLast: false, askedAt: 100)
        #expect(notes.difference(from: second) == .changedID(number: 3))
    }

    @Test("A model counts differences, and tells the first ones")
    func model() {
        let model = NoteModel()
        let call = Call(operation: .send, user: 5, number: 8)
        note(text: "hello", number: 8).withUnsafeBytes { content in
            model.begin(8, to: 5, content)
            #expect(model.checkArrival(content, at: 5) == 8)
            #expect(model.checkArrival(content, at: 6) == nil)
        }
        note(text: "hullo", number: 8).withUnsafeBytes { content in
            #expect(model.checkArrival(content, at: 5) == nil)
        }
        #expect(model.differences.count == 2)
        model.acknowledge(call, 1, at: 100)
        model.acknowledge(Call(operation: .send, user: 5, number: 9), 1, at: 100)
        #expect(model.differences.count == 3)
        model.checkArrivals([8], at: 5)
        #expect(model.differences.count == 3)
        for _ in 0..<20 { model.checkArrivals([], at: 5) }
        #expect(model.differences.count == 23)
        #expect(model.differences.texts.count == 10)
        #expect(model.receivers == [5])
    }

    /// Two notes from before (ids -1 and -2 below), three that were sent and acknowledged.
    private func sample() -> ReceivedNotes {
        var notes = ReceivedNotes()
        notes.earlier = [note(-1), note(-2)]
        for number in 1...3 {
            notes.begin(UInt64(number), contentHash: number, at: UInt64(number * 10))
            notes.acknowledge(UInt64(number), at: UInt64(number * 10 + 5))
        }
        return notes
    }

    private func difference(_ page: ReceivedNotes.Page) -> ReceivedNotes.Difference? {
        var notes = sample()
        return notes.difference(from: page)
    }

    private func page(
        _ numbers: [Int],
        isLast: Bool = false,
        askedAt: UInt64 = 100
    ) -> ReceivedNotes.Page {
        ReceivedNotes.Page(notes: numbers.map(note), isLast: isLast, askedAt: askedAt)
    }

    private func note(_ number: Int) -> ReceivedNotes.Note {
        ReceivedNotes.Note(
            id: UInt128(truncatingIfNeeded: number),
            contentHash: number,
            number: number > 0 ? UInt64(number) : nil
        )
    }

    private func note(text: String, number: UInt64) -> [UInt8] {
        var buffer = ByteBuffer()
        buffer.append(Array(text.utf8))
        Stamp(number: number, start: 1).append(to: &buffer)
        return Array(buffer.bytes)
    }
}
