/// What clients may cost a listener.
package struct HTTPLimits: Sendable {
    /// How many connections may be open; one more, and the oldest ends.
    ///
    /// Refusing the newcomer instead would let whoever holds connections and says nothing keep an
    /// honest client out. 64 are several times what collects measurements of one program.
    package var connectionCountMax = 64
    /// How many seconds a connection may be silent, or take nothing of its page.
    package var silenceSecondsMax = 10
    /// How much of a request is taken: 16 KiB, the head of any client that only gets pages.
    package var requestByteCountMax = 16 << 10

    /// Makes limits for pages about one program.
    package init() {}
}
