/// A set of the pages of one file, a bit each.
struct PageSet {
    /// All pages are smaller.
    private(set) var count: UInt64
    private var words: [UInt64]

    /// An empty set of pages below `count`, which must have been compared with the file.
    init(count: UInt64) {
        self.count = count
        words = [UInt64](repeating: 0, count: Int(count / 64 + 1))
    }

    /// Makes room for pages below `count`.
    mutating func grow(to count: UInt64) {
        guard count > self.count else { return }
        let wordCount = Int(count / 64 + 1)
        words += [UInt64](repeating: 0, count: wordCount - words.count)
        self.count = count
    }

    /// Adds a page; answers whether it is new, which one that is too great never is.
    mutating func insert(_ page: UInt64) -> Bool {
        guard page < count else { return false }
        let (index, bit) = (Int(page / 64), UInt64(1) << (page % 64))
        let isNew = words[index] & bit == 0
        words[index] |= bit
        return isNew
    }

    /// How many pages lie in runs of at least so many, side by side.
    func count(inRunsOf lengthMin: Int) -> Int {
        var (total, length) = (0, 0)
        func end() {
            if length >= lengthMin { total += length }
            length = 0
        }
        for word in words {
            if word == 0 {
                end()
                continue
            }
            for bit in 0..<64 {
                if word & 1 << bit != 0 { length += 1 } else { end() }
            }
        }
        end()
        return total
    }

    func contains(_ page: UInt64) -> Bool {
        guard page < count else { return false }
        return words[Int(page / 64)] & 1 << (page % 64) != 0
    }
}
