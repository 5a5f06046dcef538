package import Domain

/// Reads the published configuration.
package protocol ConfigReading: AnyObject {
    /// The number of the newest version; 0 while nothing was published.
    func newestConfigNumber() throws(DomainError) -> UInt64
    /// The version of a number; nil for what never was, and for what is kept no longer.
    func configVersion(_ number: UInt64) throws(DomainError) -> ConfigVersion?
    /// All versions that are kept, the newest first.
    func configVersions() throws(DomainError) -> [ConfigVersion]
    /// What a version has.
    func entries(of version: ConfigVersion) throws(DomainError) -> ConfigEntries

    /// The version that an entry of the feed tells of; nil where a later one took its place.
    func publishedConfig(_ entry: RawSpan) throws(DomainError) -> ConfigVersion?
}

/// Writes the published configuration.
package protocol ConfigWriting: ConfigReading {
    /// Stores a version with its entries under the next number, takes away those that are kept no
    /// longer, and tells the feed.
    func add(
        _ version: ConfigVersion,
        with entries: ConfigEntries
    ) throws(DomainError) -> ConfigVersion
}
