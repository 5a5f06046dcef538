extension RawSpan {
    /// The byte at `index`, which the caller has checked.
    func unsafeLoad(at index: Int) -> UInt8 {
        unsafe unsafeLoad(fromByteOffset: index, as: UInt8.self)
    }
}
