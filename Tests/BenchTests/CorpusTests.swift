import Testing

@testable import notelet_bench

@Suite("Corpus and stamps")
struct CorpusTests {
    @Test(
        "A corpus is parted by its marks, its empty lines or its lines",
        arguments: [
            ("one\n  and more\n%\ntwo\n%\n", ["one\n  and more", "two"]),
            ("one\nand more\n\n\ntwo\n", ["one\nand more", "two"]),
            ("one\n two \nthree", ["one", "two", "three"]),
            ("%\n%\nonly\n%", ["only"]),
            ("", []),
        ]
    )
    func parting(text: String, parts: [String]) {
        let corpus = Corpus(parting: text)
        #expect((0..<corpus.count).map(corpus.text) == parts)
    }

    @Test("What no note may be is passed over")
    func tooLong() {
        let long = String(repeating: "가", count: 2000)
        #expect(Corpus(parting: long).count == 1)
        #expect(Corpus(parting: long + "나").count == 0)
        #expect(Corpus(parting: long, spareByteCount: 1).count == 0)
    }

    @Test("A generated note keeps its length when it is trimmed", arguments: 1...80)
    func generated(byteCount: Int) {
        let text = Corpus(generatedByteCount: byteCount).text(at: 0)
        #expect(text.utf8.count == byteCount)
        #expect(text.first != " " && text.last != " ")
    }

    @Test("A stamp is found again at the end of a note")
    func stamp() {
        let stamp = Stamp(number: 0xFEDC_BA98_7654_3210, start: 42)
        var note = ByteBuffer()
        note.append(Array("쪽지".utf8))
        stamp.append(to: &note)
        #expect(note.count == 6 + Stamp.byteCount)
        #expect(Stamp(endOf: note.bytes) == stamp)
        #expect(Stamp(endOf: UnsafeRawBufferPointer(rebasing: note.bytes.dropLast())) == nil)
        note.append(Array(" ".utf8))
        #expect(Stamp(endOf: note.bytes) == nil)
        #expect(Stamp(endOf: UnsafeRawBufferPointer(start: nil, count: 0)) == nil)
    }
}
