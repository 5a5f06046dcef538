import NoteletAPI
import ProtobufCoding
import TestSupport
import Testing

@testable import notelet_bench

@Suite("Workloads")
struct WorkloadTests {
    @Test("A mixed workload sends every fifth time")
    func mix() {
        var random = SeededRandom(seed: 1)
        let sends = (0..<10_000).filter { _ in
            Workload.mixed.nextOperation(using: &random) == .send
        }
        #expect((1_800...2_200).contains(sends.count))
        #expect(Workload.send.nextOperation(using: &random) == .send)
        #expect(Workload.history.nextOperation(using: &random) == .history)
    }

    @Test("The same seed gives the same chances, another stream others")
    func seeds() {
        var (left, right) = (SeededRandom(seed: 7, stream: 3), SeededRandom(seed: 7, stream: 3))
        var other = SeededRandom(seed: 7, stream: 4)
        let numbers = (0..<8).map { _ in left.next() }
        #expect(numbers == (0..<8).map { _ in right.next() })
        #expect(numbers != (0..<8).map { _ in other.next() })
        #expect((0..<1000).allSatisfy { _ in left.number(below: 3) < 3 })
    }

    @Test("The notes of a page are counted", arguments: [0, 1, 50, 500])
    func page(noteCount: Int) throws {
        let note = ReceivedMessage(id: Array(0..<16), content: String(repeating: "가", count: 70))
        let page = ListReceivedResponse(
            messages: Array(repeating: note, count: noteCount),
            nextCursor: noteCount > 0 ? [1, 2, 3] : []
        )
        let bytes = try ProtobufEncoder().encode(page)
        #expect(self.noteCount(of: bytes) == noteCount)
    }

    @Test("A page that ends early, or is something else, is none")
    func wrongPages() throws {
        let page = ListReceivedResponse(messages: [ReceivedMessage(content: "note")])
        let bytes = try ProtobufEncoder().encode(page)
        for count in 1..<bytes.count {
            #expect(noteCount(of: Array(bytes[..<count])) == nil)
        }
        #expect(noteCount(of: [0x1A, 0]) == nil)
        #expect(noteCount(of: [0x0A, 0xFF, 0xFF, 0xFF, 0xFF, 0x01]) == nil)
        #expect(noteCount(of: [0x0B]) == nil)
    }

    @Test("The id of an acknowledged note is read")
    func receipt() throws {
        let bytes = try ProtobufEncoder().encode(SendResponse(messageID: Array(0..<16)))
        #expect(messageID(of: bytes) != nil)
        #expect(messageID(of: []) == nil)
        #expect(messageID(of: [0x0A, 1, 1]) == nil)
    }

    @Test("The notes that arrived are found among other changes")
    func arrivals() throws {
        let page = ChangePage(
            changes: [
                Change(kind: .received(ReceivedMessage(id: Array(0..<16), content: "first"))),
                Change(kind: .sent(SentMessage(content: "mine"))),
                Change(kind: .received(ReceivedMessage(id: Array(0..<16), content: "second"))),
            ],
            cursor: [1],
            isUpToDate: true
        )
        var contents: [String] = []
        let isUpToDate = try ProtobufEncoder().encode(page).withUnsafeBytes { bytes in
            PageCheck.forEachArrival(in: bytes) {
                contents.append(String(decoding: $0, as: UTF8.self))
            }
        }
        #expect(contents == ["first", "second"])
        #expect(isUpToDate == true)
        let broken: [UInt8] = [0x0A, 9]
        #expect(broken.withUnsafeBytes { PageCheck.forEachArrival(in: $0) { _ in } } == nil)
    }

    @Test("Watchers are shared out among the watched")
    func watchers() {
        let watch = LoadPlan.Watch(watcherCount: 7, watchedUserCount: 3)
        #expect((0..<4).map(watch.watcherCount) == [3, 2, 2, 0])
    }

    @Test("All notes of a plan are received, each by somebody else than its sender")
    func plan() {
        let plan = PreloadPlan(
            userCount: 7,
            messageCount: 193,
            corpus: Corpus(generatedByteCount: 1),
            seed: 1
        )
        var received = [[Int]](repeating: [], count: 7)
        for index in 0..<193 {
            let (sender, receiver) = plan.correspondents(ofMessage: index)
            #expect(sender != receiver && (0..<7).contains(sender))
            received[receiver].append(index)
        }
        #expect(received.map(\.count) == (0..<7).map(plan.receivedCount))
        #expect(received == (0..<7).map { Array(plan.messages(ofReceiverAt: $0)) })
    }

    @Test("A population is read as it was written")
    func population() throws {
        let population = Population(
            users: (1...3).map { number in
                .init(number: number, link: "l\(number)", accessToken: "a", receivedCount: 9)
            },
            expiresAt: 1_700_000_000
        )
        #expect(Population(text: population.text) == population)
        let lines = population.text.split(separator: "\n")
        #expect(Population(text: "") == nil)
        #expect(Population(text: lines.dropFirst().joined(separator: "\n")) == nil)
        #expect(Population(text: lines.prefix(2).joined(separator: "\n")) == nil)
        #expect(Population(text: population.text + "4 five l a\n") == nil)
        #expect(Population(text: population.text + "4 5 l\n") == nil)
    }

    private func noteCount(of page: [UInt8]) -> Int? {
        page.withUnsafeBytes { PageCheck.noteCount(of: $0) }
    }

    private func messageID(of receipt: [UInt8]) -> UInt128? {
        receipt.withUnsafeBytes { PageCheck.messageID(of: $0) }
    }
}
