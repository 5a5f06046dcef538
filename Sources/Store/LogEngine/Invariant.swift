/// Something whose parts have to agree, and that can tell where they do not.
///
/// Debug builds look at moments when it counts: before what is in memory is believed by others.
/// Release builds do not look.
protocol Invariant: ~Copyable {
    /// What does not agree, in words; nothing where all is as it must be.
    func brokenInvariants() -> [String]
}

extension Invariant where Self: ~Copyable {
    /// Stops a debug build where something does not agree.
    @inline(__always)
    func checkInvariants() {
        #if DEBUG
            let broken = brokenInvariants()
            precondition(broken.isEmpty, "Broken: \(broken.joined(separator: "; ")).")
        #endif
    }
}
