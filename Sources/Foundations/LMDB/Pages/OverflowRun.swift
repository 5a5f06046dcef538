/// The pages of one value that is too long for a page of records.
///
/// The first one begins with a header; the value lies behind it and goes on to the end of the run.
///
///     0   8  number of the first page
///     8   2  unused
///     10  2  flags: 4
///     12  4  pages of the run, maybe more than the value needs
struct OverflowRun {
    /// The first page.
    let page: UInt64
    /// Pages.
    let pageCount: UInt64
    /// The value.
    let value: [UInt8]
    /// The bytes behind the value in the page that it ends in, counted from the beginning of the
    /// first page.
    let gap: Range<Int>
    /// Pages behind the one that the value ends in.
    let sparePageCount: UInt64

    private static let headerByteCount = 16
    private static let flag: UInt16 = 4
    /// Longer values are taken for damage; no table has any near it.
    static let valueByteCountMax = 64 << 20

    /// How many pages a run has that begins at a page; nil if none does.
    static func pageCount(at page: UInt64, of file: DataFile) -> UInt64? {
        var bytes = [UInt8](repeating: 0, count: headerByteCount)
        guard (try? file.read(page, into: &bytes)) != nil else { return nil }
        let span = unsafe bytes.span.bytes
        guard unsafe span.unsafeLoadUnaligned(as: UInt64.self) == page,
            unsafe span.unsafeLoadUnaligned(fromByteOffset: 10, as: UInt16.self) == flag
        else { return nil }
        return UInt64(unsafe span.unsafeLoadUnaligned(fromByteOffset: 12, as: UInt32.self))
    }

    /// How many pages a value of so many bytes needs.
    static func pageCount(holding byteCount: Int, of file: DataFile) -> UInt64 {
        UInt64((headerByteCount + byteCount - 1) / file.pageByteCount + 1)
    }

    /// Reads a run with a value of so many bytes.
    ///
    /// - Throws: `.badRun` if it is too short, or why it cannot be read.
    init(_ page: UInt64, byteCount: Int, of file: DataFile) throws(PageDefect) {
        guard byteCount <= Self.valueByteCountMax else { throw .badRun }
        var bytes = [UInt8](repeating: 0, count: Self.headerByteCount + byteCount)
        try file.read(page, into: &bytes)
        let span = unsafe bytes.span.bytes
        let number = unsafe span.unsafeLoadUnaligned(as: UInt64.self)
        guard number == page else { throw .wrongNumber(number) }
        let flags = unsafe span.unsafeLoadUnaligned(fromByteOffset: 10, as: UInt16.self)
        guard flags == Self.flag else { throw .wrongKind(flags: flags) }
        pageCount = UInt64(
            unsafe span.unsafeLoadUnaligned(fromByteOffset: 12, as: UInt32.self)
        )
        self.page = page
        let needed = Self.pageCount(holding: byteCount, of: file)
        guard pageCount >= needed else { throw .badRun }
        gap = bytes.count..<Int(needed) * file.pageByteCount
        sparePageCount = pageCount - needed
        value = Array(bytes.dropFirst(Self.headerByteCount))
    }
}
