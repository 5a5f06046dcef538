/// Returns how many letters must be put in, left out, replaced or swapped with their neighbour to
/// make one word of the other (optimal string alignment).
func editDistance(_ first: String, _ second: String) -> Int {
    let first = Array(first)
    let second = Array(second)
    var beforePrevious: [Int] = []
    var previous = Array(0...second.count)
    for row in first.indices {
        var current = [row + 1]
        for column in second.indices {
            let isSame = first[row] == second[column]
            var best = min(
                previous[column + 1] + 1,
                current[column] + 1,
                previous[column] + (isSame ? 0 : 1)
            )
            let isSwap =
                row > 0 && column > 0
                && first[row] == second[column - 1] && first[row - 1] == second[column]
            if isSwap { best = min(best, beforePrevious[column - 1] + 1) }
            current.append(best)
        }
        beforePrevious = previous
        previous = current
    }
    return previous[second.count]
}

/// Longer words than this are no typing errors, and comparing them would cost too much.
private let comparedLengthMax = 64

/// Returns the word that was probably meant, if one is near: a third of its letters may differ.
func nearestWord(to word: String, among known: [String]) -> String? {
    guard word.count <= comparedLengthMax else { return nil }
    let ranked = known.map { (word: $0, distance: editDistance(word, $0)) }
    guard let nearest = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
    let letterCount = nearest.word.drop { $0 == "-" }.count
    return nearest.distance <= max(1, letterCount / 3) ? nearest.word : nil
}
