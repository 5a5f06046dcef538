/// How well times of one kind can be told from times of another.
enum RankOverlap {
    /// The area under the curve of the best guess by rank: 0.5 when nothing can be told, 1 when
    /// each time tells its kind; whichever is the slower.
    ///
    /// It is the chance that a time of the one kind is longer than one of the other, where equal
    /// times count half; or the chance of the opposite if that is greater. 0.5 if there are none.
    static func separation(_ first: [UInt64], _ second: [UInt64]) -> Double {
        guard !first.isEmpty, !second.isEmpty else { return 0.5 }
        let all = (first.map { ($0, true) } + second.map { ($0, false) }).sorted { $0.0 < $1.0 }
        var rankSum = 0.0
        var start = 0
        while start < all.count {
            var end = start
            while end < all.count, all[end].0 == all[start].0 { end += 1 }
            // Ranks count from 1; equal times share the mean of theirs.
            let rank = Double(start + end + 1) / 2
            rankSum += rank * Double(all[start..<end].count { $0.1 })
            start = end
        }
        let count = Double(first.count)
        let area = (rankSum - count * (count + 1) / 2) / (count * Double(second.count))
        return max(area, 1 - area)
    }
}
