/// What a store is filled with.
struct PreloadPlan: Equatable, Sendable {
    /// Accounts; two at least, since nobody writes to himself.
    var userCount: Int
    /// Notes, dealt out to the users in turn.
    var messageCount: Int
    /// The length of a note.
    var contentByteCount: Int
    /// Decides who writes to whom.
    var seed: UInt64

    /// Notes that one receiver gets before the next has his turn.
    ///
    /// Turns, since in a real store notes come in at different people, which leaves half-full pages
    /// behind; of several notes, since each commit writes every page that it touches.
    private static let notesPerTurn = 10
    /// How far away senders are at most, so that the pages of a commit are few on their side too.
    private static let distanceMax = 100

    /// How many notes the user of this index receives.
    func receivedCount(ofUserAt index: Int) -> Int {
        let perRound = userCount * PreloadPlan.notesPerTurn
        let left = messageCount % perRound - index * PreloadPlan.notesPerTurn
        return messageCount / perRound * PreloadPlan.notesPerTurn
            + min(max(left, 0), PreloadPlan.notesPerTurn)
    }

    /// Who receives a note, and who sends it.
    func correspondents(ofMessage index: Int) -> (sender: Int, receiver: Int) {
        let receiver = index / PreloadPlan.notesPerTurn % userCount
        var random = SeededRandom(seed: seed, stream: UInt64(index))
        let bound = UInt64(min(userCount - 1, PreloadPlan.distanceMax))
        return ((receiver + 1 + Int(random.number(below: bound))) % userCount, receiver)
    }
}
