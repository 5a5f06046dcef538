/// How many sends a second the last open loop of each contestant asked for.
///
/// Others are measured at the same rate: what one keeps up with may be more than another can, and
/// times say most where the rates are equal.
final class OpenLoopRates {
    private var perSecond: [Contestant: Double] = [:]

    /// The rate of a contestant; nil before its first open loop.
    subscript(contestant: Contestant) -> Double? {
        get { perSecond[contestant] }
        set { perSecond[contestant] = newValue }
    }
}
