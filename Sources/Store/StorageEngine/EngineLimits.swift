/// The limits of every engine, and what those of this program begin with.
package enum EngineLimits {
    /// Changes committed together at most: the more there are, the longer the first one waits.
    package static let batchJobCountMax = 512

    /// Bytes of one change at most.
    ///
    /// With as many entries as it may have, it fits the overlay and the log's file of the smallest
    /// write buffer, of 32 MiB each.
    package static let writeSetByteCountMax = 16 << 20

    /// Puts and deletes of one change at most.
    ///
    /// A sorted set of this size, filled in the worst order, takes about a second. What removes
    /// more records does so in several changes.
    package static let writeSetEntryCountMax = 16_384

    /// Changes that wait at most, by default: eight full commits, under a second of work.
    package static let queuedJobCountMax = 4_096

    /// Seconds after which nothing holds what was deleted, by default: a day.
    package static let erasureSeconds = 86_400
}
