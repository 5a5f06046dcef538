internal import Glibc

/// A stretch of memory that is zero until it is written, taken from the system and given back
/// whole.
///
/// Pages follow as they are touched. Large ones are asked for, where the system has them, for tens
/// of megabytes are walked at random here, and finding many small pages takes its time.
struct ZeroedMemory: ~Copyable {
    let base: UnsafeMutableRawPointer
    let byteCount: Int

    /// Takes address space.
    init(byteCount: Int) {
        let protection = PROT_READ | PROT_WRITE
        let memory = mmap(nil, byteCount, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let memory, memory != MAP_FAILED else {
            preconditionFailure("The system has no memory left.")
        }
        // Only a wish: a system without large pages gives small ones.
        madvise(memory, byteCount, MADV_HUGEPAGE)
        base = memory
        self.byteCount = byteCount
    }

    deinit {
        munmap(base, byteCount)
    }
}
