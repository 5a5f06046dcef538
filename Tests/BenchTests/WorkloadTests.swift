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

    @Test("A request names the receiver it was given last")
    func sendRequest() throws {
        let links = ["abcdefghijklmnopqrstuv", "0123456789012345678901"]
        var request = try SendRequest(link: Array(links[0].utf8), contentByteCount: 300)
        for link in links {
            request.setLink(Array(link.utf8))
            let decoded = try ProtobufDecoder().decode(SendToLinkRequest.self, from: request.bytes)
            #expect(decoded.link == link)
            #expect(decoded.content.utf8.count == 300)
        }
    }

    @Test("A note keeps its length when it is trimmed", arguments: 1...80)
    func content(byteCount: Int) {
        let content = SendRequest.content(byteCount: byteCount)
        #expect(content.utf8.count == byteCount)
        #expect(content.first != " " && content.last != " ")
    }

    @Test("The notes of a page are counted", arguments: [0, 1, 50, 500])
    func page(noteCount: Int) throws {
        let note = ReceivedMessage(id: Array(0..<16), content: String(repeating: "가", count: 70))
        let page = ListReceivedResponse(
            messages: Array(repeating: note, count: noteCount),
            nextCursor: noteCount > 0 ? [1, 2, 3] : []
        )
        let bytes = try ProtobufEncoder().encode(page)
        #expect(PageCheck.noteCount(of: bytes.span.bytes) == noteCount)
    }

    @Test("A page that ends early, or is something else, is none")
    func wrongPages() throws {
        let page = ListReceivedResponse(messages: [ReceivedMessage(content: "note")])
        let bytes = try ProtobufEncoder().encode(page)
        for count in 1..<bytes.count {
            #expect(PageCheck.noteCount(of: Array(bytes[..<count]).span.bytes) == nil)
        }
        #expect(PageCheck.noteCount(of: [0x1A, 0].span.bytes) == nil)
        #expect(PageCheck.noteCount(of: [0x0A, 0xFF, 0xFF, 0xFF, 0xFF, 0x01].span.bytes) == nil)
    }

    @Test("All notes of a plan are received, each by somebody else than its sender")
    func plan() {
        let plan = PreloadPlan(userCount: 7, messageCount: 193, contentByteCount: 1, seed: 1)
        var received = [Int](repeating: 0, count: 7)
        for index in 0..<193 {
            let (sender, receiver) = plan.correspondents(ofMessage: index)
            #expect(sender != receiver && (0..<7).contains(sender))
            received[receiver] += 1
        }
        #expect(received == (0..<7).map(plan.receivedCount))
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

    @Test("Keys are 32 hexadecimal digits, each number's own")
    func keys() {
        #expect(Caller.key(0) == String(repeating: "0", count: 32))
        #expect(Caller.key(.max) == String(repeating: "f", count: 32))
        #expect(Caller.key(1) != Caller.key(2))
    }
}
