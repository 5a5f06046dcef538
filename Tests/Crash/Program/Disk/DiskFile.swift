/// A file of a disk that may lose its power: what is on stable storage, and what was done since.
struct DiskFile {
    /// Pages that hold something; all others are zeros.
    private var pages: [Int: [UInt8]] = [:]
    private var byteCount = 0
    /// What was done since, in order; its parts may reach the disk in any order, or not.
    private var changes: [Change] = []
    /// The number of the first of `changes`, counted since the file was made.
    private var firstChange = 0

    /// The size of a page: the unit in which a system writes files.
    static let pageByteCount = 4096

    private enum Change {
        case write(offset: Int, bytes: ArraySlice<UInt8>, isSettled: Bool)
        case resize(Int)
    }

    init() {}

    /// A file that was there before, all of it on stable storage.
    init(content: [UInt8]) {
        put(content[...], at: 0)
        byteCount = content.count
    }

    /// The number that the next change gets.
    var changeCount: Int { firstChange + changes.count }

    /// The size as the running program sees it.
    private var presentByteCount: Int {
        changes.reduce(byteCount) { Self.byteCount(after: $1, $0) }
    }

    mutating func write(_ bytes: ArraySlice<UInt8>, at offset: Int) {
        changes.append(.write(offset: offset, bytes: bytes, isSettled: false))
    }

    /// Marks the last write of this range as being on stable storage.
    mutating func settle(offset: Int, byteCount: Int) {
        let index = changes.lastIndex { change in
            guard case .write(offset, let bytes, _) = change else { return false }
            return bytes.count == byteCount
        }
        // A flush may have made it durable before.
        guard let index, case .write(_, let bytes, _) = changes[index] else { return }
        changes[index] = .write(offset: offset, bytes: bytes, isSettled: true)
    }

    mutating func resize(_ byteCount: Int) {
        let present = presentByteCount
        if byteCount < present {
            // What is cut off reads as zeros when the file grows again.
            let zeros = [UInt8](repeating: 0, count: present - byteCount)
            changes.append(.write(offset: byteCount, bytes: zeros[...], isSettled: false))
        }
        changes.append(.resize(byteCount))
    }

    /// Takes all changes before this number to stable storage.
    mutating func makeDurable(before change: Int) {
        let count = max(0, change - firstChange)
        for change in changes.prefix(count) {
            byteCount = Self.byteCount(after: change, byteCount)
            if case .write(let offset, let bytes, _) = change { put(bytes, at: offset) }
        }
        changes.removeFirst(count)
        firstChange += count
    }

    /// Forgets what is not on stable storage: the system marks pages that it could not write as
    /// clean.
    mutating func forgetChanges() {
        var cut = PowerCut(mode: .none)
        let image = image(&cut)
        (pages, byteCount) = (image.pages, image.byteCount)
        firstChange += changes.count
        changes = []
    }

    /// What a power cut leaves of it.
    func image(_ choice: inout PowerCut) -> Image {
        var image = DiskFile()
        image.pages = pages
        let kept = keptChanges(&choice)
        for (index, change) in changes.enumerated() {
            guard case .write(let offset, let bytes, _) = change else { continue }
            for part in Self.parts(of: offset..<(offset + bytes.count), choice.grainByteCount)
            where index < kept[part.lowerBound / choice.grainByteCount, default: 0] {
                let start = bytes.startIndex + part.lowerBound - offset
                image.put(bytes[start..<(start + part.count)], at: part.lowerBound)
            }
        }
        return Image(pages: image.pages, byteCount: imageByteCount(&choice))
    }

    /// The content of a file after a power cut.
    struct Image {
        let pages: [Int: [UInt8]]
        let byteCount: Int
    }

    /// For each grain that was written to, how many of `changes` have reached it.
    ///
    /// A later write reaches a grain together with all earlier ones, for they were made to the
    /// same page in memory; so each grain has one of its own states, whatever the others have.
    private func keptChanges(_ choice: inout PowerCut) -> [Int: Int] {
        var states: [Int: (least: Int, others: [Int])] = [:]
        let grain = choice.grainByteCount
        for (index, change) in changes.enumerated() {
            guard case .write(let offset, let bytes, let isSettled) = change else { continue }
            for part in Self.parts(of: offset..<(offset + bytes.count), grain) {
                let place = part.lowerBound / grain
                if isSettled {
                    states[place] = (least: index + 1, others: [])
                } else {
                    states[place, default: (0, [])].others.append(index + 1)
                }
            }
        }
        let isKept = choice.keptWrites(of: changes.count)
        // In order, so that one seed makes one image.
        return states.keys.sorted().reduce(into: [:]) { kept, place in
            guard let state = states[place] else { return }
            kept[place] = choice.state(least: state.least, others: state.others, isKept)
        }
    }

    private func imageByteCount(_ choice: inout PowerCut) -> Int {
        var sizes = [byteCount]
        for change in changes {
            let next = Self.byteCount(after: change, sizes[sizes.count - 1])
            if case .write(let offset, let bytes, true) = change {
                sizes = sizes.map { max($0, offset + bytes.count) }
            }
            sizes.append(next)
        }
        return choice.size(of: sizes)
    }

    private static func byteCount(after change: Change, _ byteCount: Int) -> Int {
        switch change {
        case .write(let offset, let bytes, _): max(byteCount, offset + bytes.count)
        case .resize(let new): new
        }
    }

    /// The range cut at multiples of `grain`.
    private static func parts(of range: Range<Int>, _ grain: Int) -> [Range<Int>] {
        var parts: [Range<Int>] = []
        var start = range.lowerBound
        while start < range.upperBound {
            let end = min(range.upperBound, (start / grain + 1) * grain)
            parts.append(start..<end)
            start = end
        }
        return parts
    }

    private mutating func put(_ bytes: ArraySlice<UInt8>, at offset: Int) {
        for part in Self.parts(of: offset..<(offset + bytes.count), Self.pageByteCount) {
            let page = part.lowerBound / Self.pageByteCount
            let inPage = part.lowerBound % Self.pageByteCount
            let start = bytes.startIndex + part.lowerBound - offset
            let source = bytes[start..<(start + part.count)]
            if part.count == Self.pageByteCount, source.allSatisfy({ $0 == 0 }) {
                pages[page] = nil
                continue
            }
            pages[page, default: [UInt8](repeating: 0, count: Self.pageByteCount)]
                .replaceSubrange(inPage..<(inPage + part.count), with: source)
        }
    }
}
