/// What a store is filled with.
struct PreloadPlan: Sendable {
    /// Accounts; two at least, since nobody writes to himself.
    var userCount: Int
    /// Notes, of which all users receive as many, give or take one.
    var messageCount: Int
    /// What the notes are made of.
    var corpus: Corpus
    /// Decides who writes to whom.
    var seed: UInt64

    /// How far away senders are at most, so that the pages of a commit are few on their side too.
    private static let distanceMax = 100

    /// How many notes the user of this index receives.
    func receivedCount(ofUserAt index: Int) -> Int {
        let (each, rest) = messageCount.quotientAndRemainder(dividingBy: userCount)
        return each + (index < rest ? 1 : 0)
    }

    /// The notes that a user receives, the oldest first.
    ///
    /// One receiver gets all notes before the next has his turn: each commit writes every page that
    /// it touches, and so touches few. What is sent later is spread as people spread it.
    func messages(ofReceiverAt index: Int) -> Range<Int> {
        let (each, rest) = messageCount.quotientAndRemainder(dividingBy: userCount)
        let start = index * each + min(index, rest)
        return start..<start + receivedCount(ofUserAt: index)
    }

    /// Who receives a note, and who sends it.
    func correspondents(ofMessage index: Int) -> (sender: Int, receiver: Int) {
        let (each, rest) = messageCount.quotientAndRemainder(dividingBy: userCount)
        let longCount = rest * (each + 1)
        let receiver = index < longCount ? index / (each + 1) : rest + (index - longCount) / each
        var random = SeededRandom(seed: seed, stream: UInt64(index))
        let bound = UInt64(min(userCount - 1, PreloadPlan.distanceMax))
        return ((receiver + 1 + Int(random.number(below: bound))) % userCount, receiver)
    }
}
