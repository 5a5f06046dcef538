internal import Locking

/// Memory of overlays that are gone, for those to come.
///
/// A busy engine fills one overlay after the other. Given back to the system, the memory of each
/// would come again page fault by page fault, and be made zero each time: that took a tenth of
/// the writer's time.
package final class SpareMemory: Sendable {
    private let pieces = Mutex<[OverlayMemory]>([])

    /// The pieces of one overlay: its arena, its index and its groups.
    private static let pieceCountMax = 3

    /// Hands out a piece of this size, which holds whatever it held, or a fresh one.
    func take(byteCount: Int) -> OverlayMemory {
        let spare = pieces.withLock { pieces -> OverlayMemory? in
            let index = pieces.firstIndex { $0.byteCount == byteCount }
            return index.map { pieces.remove(at: $0) }
        }
        return spare ?? OverlayMemory(byteCount: byteCount)
    }

    /// Takes a piece that nobody uses any more; where there are enough, the oldest one goes back to
    /// the system.
    func keep(_ piece: OverlayMemory) {
        piece.noteUse()
        // Given back when the lock is free: that takes milliseconds.
        let oldest = pieces.withLock { pieces -> OverlayMemory? in
            pieces.append(piece)
            return pieces.count > Self.pieceCountMax ? pieces.removeFirst() : nil
        }
        withExtendedLifetime(oldest) {}
    }
}
