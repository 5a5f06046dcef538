/// What an archive keeps of a change that puts a value.
package enum ArchivedChange: Equatable {
    /// All of it.
    case kept
    /// Nothing: a restoration leaves what was before.
    case omitted
    /// Another value, which is no longer.
    case replaced([UInt8])
}
