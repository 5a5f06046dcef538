internal import ProtobufCoding

/// What all writes of a store have in common: its keys, who hears of commits, and what is kept
/// from one transaction to the next.
///
/// Unchecked: what changes is used within transactions alone, which run on one thread, one after
/// the other.
final class RecordWriting: @unchecked Sendable {
    let secrets: StoreSecrets
    let newsroom = Newsroom()
    let cache = WriterCache()
    /// Where values are put together, so that none needs memory of its own.
    @exclusivity(unchecked)
    var value = ProtobufWriter()

    init(_ secrets: StoreSecrets) {
        self.secrets = secrets
    }
}
