internal import Glibc
internal import LMDB
package import OperatingSystem

/// Tells whether a signal is about the file of the store that this process serves.
package enum StoreFault {
    /// The signals by which a damaged file ends a process that has mapped it.
    package static let signals = [SIGBUS, SIGSEGV, SIGABRT]

    /// Says what a signal is about, as `LastWords` asks: the number is that of the page.
    ///
    /// Nothing but the store's files is read as memory, so SIGBUS is always about them. Where the
    /// numbers of a damaged page lead cannot be foreseen, so what LMDB's own instructions meet is
    /// about the store wherever it is.
    package static let judge: LastWords.Judge = { signal, address, instruction in
        if signal == SIGABRT {
            // A damaged page that LMDB changes a copy of may have it write beside that copy, which
            // malloc(3) meets.
            let isOfStore = WatchedMap.hasContradiction || WatchedMap.isWriter
            return isOfStore ? LastWords.told : LastWords.foreign
        }
        switch WatchedMap.place(of: address) {
        case .page(let number): return Int64(clamping: number)
        case .behind: return LastWords.told
        case .outside:
            let isOfStore =
                signal == SIGBUS || WatchedMap.isWriter || WatchedMap.isCode(instruction)
            return isOfStore ? LastWords.told : LastWords.foreign
        }
    }
}
