internal import Glibc
internal import LMDB
package import OperatingSystem

/// Tells whether a signal is about the file of a store that this process serves, and of which.
package enum StoreFault {
    /// The signals by which a damaged file ends a process that has mapped it.
    package static let signals = [SIGBUS, SIGSEGV, SIGABRT]

    /// Says what a signal is about, as `LastWords` asks: the number is that of the page, and the
    /// line that of the store's map, where that is known.
    ///
    /// Nothing but the stores' files is read as memory, so SIGBUS is always about them. Where the
    /// numbers of a damaged page lead cannot be foreseen, so what LMDB's own instructions meet is
    /// about a store wherever it is.
    package static let judge: LastWords.Judge = { signal, address, instruction, line in
        let written = WatchedMap.written
        if let written { unsafe line.pointee = Int32(truncatingIfNeeded: written) }
        if signal == SIGABRT {
            // A damaged page that LMDB changes a copy of may have it write beside that copy, which
            // malloc(3) meets.
            let isOfStore = WatchedMap.hasContradiction || written != nil
            return isOfStore ? LastWords.told : LastWords.foreign
        }
        switch WatchedMap.place(of: address) {
        case .page(let number, let map):
            unsafe line.pointee = Int32(truncatingIfNeeded: map)
            return Int64(clamping: number)
        case .behind(let map):
            unsafe line.pointee = Int32(truncatingIfNeeded: map)
            return LastWords.told
        case .outside:
            let isOfStore =
                signal == SIGBUS || written != nil || WatchedMap.isCode(instruction)
            return isOfStore ? LastWords.told : LastWords.foreign
        }
    }
}
