package import Domain

// The limits of orders and cash, with their reasons.
extension DomainLimits {
    /// Characters of what all agents may know of an order: a line or two.
    package static let orderSummaryCharacters = 1...200

    /// What an order brings, in the smallest unit of money: far beyond any ride, and a mistyped one
    /// is still put right by hand.
    package static let orderFees: ClosedRange<Int64> = 0...100_000_000

    /// Bytes of what an operator calls an order, so that it is made once.
    package static let orderReferenceByteCounts = 1...64

    /// Characters of what a customer is called.
    package static let customerCharactersMax = 100

    /// Characters of where a customer is reached.
    package static let customerPhoneCharactersMax = 50

    /// Characters of what else there is to know of an order.
    package static let orderNoteCharactersMax = 1_000

    /// Places to which an order goes.
    package static let stopsPerOrder = 1...20

    /// Characters of an address: a few lines.
    package static let stopAddressCharacters = 1...300

    /// Bytes of all texts of an order: a page of them fits a frame.
    package static let orderByteCountMax = valueByteCountMax

    /// Orders that an agent has in hand: nobody takes all that there is and carries out none.
    package static let ordersInHandMax = 20

    /// Characters of what an agent is called: as of a member.
    package static let agentNameCharacters = 1...100

    /// Characters of why an order was given back or called off: as of any removal.
    package static let orderReasonCharactersMax = removalReasonCharactersMax

    /// Seconds after taking an order in which it may be given back, where operators allow that: a
    /// day.
    package static let releaseSecondsMax: Int64 = 86_400

    /// Days for which it is kept where orders went that are over, and why what happened to them
    /// did: ten years, where a server is told so.
    package static let orderDaysKept = 1...3_660

    /// Days for which cash that is to be paid out may be held: far from what the ledger holds.
    package static let withdrawalDays: ClosedRange<Int64> = 1...90

    /// Payments that somebody may wait for at once: each is looked through with the next one.
    package static let withdrawalsPendingMax = 20
}
