import Testing

@testable import WebServing

/// Calls of one app that wait leave room for those of the others.
@Suite("The room for calls by HTTP")
struct WebRoomTests {
    private let room = WebRoom()

    @Test("One app takes half of it, two take a third each, and what ends makes room again")
    func shares() {
        room.set(callCountMax: 6)
        let (first, second) = (WebRoom.Share(of: room), WebRoom.Share(of: room))
        #expect((0..<4).map { _ in first.begin() } == [true, true, true, false])
        #expect((0..<3).map { _ in second.begin() } == [true, true, false])
        #expect(first.callCount == 3 && second.callCount == 2 && room.waitingCallCount == 5)
        for _ in 0..<3 { first.end() }
        #expect((0..<2).map { _ in second.begin() } == [true, false])
        #expect((0..<3).map { _ in first.begin() } == [true, true, false])
        #expect(room.waitingCallCount == 5)
    }

    @Test("There is no bound for an app that is alone, and one that is set counts at once")
    func bounds() {
        let share = WebRoom.Share(of: room)
        #expect((0..<1_000).allSatisfy { _ in share.begin() })
        room.set(callCountMax: 1_000)
        #expect(!share.begin())
        room.set(callCountMax: nil)
        #expect(share.begin() && share.callCount == 1_001)
    }
}
