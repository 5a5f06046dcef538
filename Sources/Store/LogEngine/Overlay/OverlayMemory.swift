internal import Glibc

/// A stretch of memory, taken from the system and given back whole.
///
/// Pages follow as they are touched. Large ones are asked for, where the system has them, for tens
/// of megabytes are walked at random here, and finding many small pages takes its time.
///
/// Unchecked: what it holds is up to who took it; `isFresh` belongs to who holds it alone.
@safe
final class OverlayMemory: @unchecked Sendable {
    let base: UnsafeMutableRawPointer
    let byteCount: Int
    /// Whether it is as the system gave it: zero until it is written.
    private var isFresh = true

    /// Takes address space.
    init(byteCount: Int) {
        let protection = PROT_READ | PROT_WRITE
        let memory = unsafe mmap(nil, byteCount, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let memory = unsafe memory, unsafe memory != MAP_FAILED else {
            preconditionFailure("The system has no memory left.")
        }
        // Only a wish: a system without large pages gives small ones.
        unsafe madvise(memory, byteCount, MADV_HUGEPAGE)
        unsafe base = unsafe memory
        self.byteCount = byteCount
    }

    deinit {
        unsafe munmap(base, byteCount)
    }

    /// Notes that it has been written.
    func noteUse() {
        isFresh = false
    }

    /// Makes it zero, which costs nothing where it is so already.
    func clear() {
        if isFresh { return }
        unsafe memset(base, 0, byteCount)
    }
}
