internal import Domain
internal import Foundation

/// Looks for all words of a list at once (Aho and Corasick, "Efficient string matching").
///
/// One pass over the text, of two steps a byte at most, whatever the words are and however many:
/// nobody can make a note dear to look at. It goes to the end of the text also after a word was
/// found, so that the time says nothing. What it is made of is bounded by the bytes of the words.
struct WordFilter: Sendable {
    /// Where each byte leads from each node: the node in the upper bits of a key, the byte in the
    /// lowest eight.
    private var edges: [UInt32: UInt32] = [:]
    /// The node of the longest beginning of a word that the text before a node ends with.
    private var fallbacks: [UInt32] = [0]
    /// Whether a word ends at a node.
    private var isEnd: [Bool] = [false]

    /// Finds nothing.
    static let empty = WordFilter([])

    /// Prepares to look for words.
    init(_ words: [UnwantedWord]) {
        var parents: [(node: UInt32, byte: UInt8)] = [(0, 0)]
        var depths = [0]
        for word in words {
            var node: UInt32 = 0
            for byte in Self.folded(word.text) {
                let key = Self.key(node, byte)
                if let next = edges[key] {
                    node = next
                    continue
                }
                let next = UInt32(isEnd.count)
                edges[key] = next
                parents.append((node, byte))
                depths.append(depths[Int(node)] + 1)
                fallbacks.append(0)
                isEnd.append(false)
                node = next
            }
            isEnd[Int(node)] = node != 0
        }
        // By depth: what a node falls back to is nearer to the root, and done before it.
        let byDepth = depths.indices.sorted { depths[$0] < depths[$1] }
        for index in byDepth where depths[index] > 1 {
            let (parent, byte) = parents[index]
            let fallback = step(from: fallbacks[Int(parent)], by: byte)
            fallbacks[index] = fallback
            if isEnd[Int(fallback)] { isEnd[index] = true }
        }
    }

    /// Whether there is nothing to look for.
    var isEmpty: Bool { edges.isEmpty }

    /// Whether a folded text has one of the words.
    func finds(in folded: [UInt8]) -> Bool {
        var node: UInt32 = 0
        var isFound = false
        for byte in folded {
            node = step(from: node, by: byte)
            isFound = isEnd[Int(node)] || isFound
        }
        return isFound
    }

    /// What texts and words are compared by: without case, in Unicode's composed form (NFC), and
    /// with one space for each run of white space.
    ///
    /// Upper case first: what has two forms in lower case, as sigma, or none of one letter, as the
    /// German sharp s, has one in upper case.
    static func folded(_ text: String) -> [UInt8] {
        let words = text.uppercased().lowercased().precomposedStringWithCanonicalMapping
            .split(whereSeparator: \.isWhitespace)
        return Array(words.joined(separator: " ").utf8)
    }

    private func step(from start: UInt32, by byte: UInt8) -> UInt32 {
        var node = start
        while true {
            if let next = edges[Self.key(node, byte)] { return next }
            if node == 0 { return 0 }
            node = fallbacks[Int(node)]
        }
    }

    /// Nodes are as many as bytes of the words at most, far fewer than 2^24.
    private static func key(_ node: UInt32, _ byte: UInt8) -> UInt32 { node << 8 | UInt32(byte) }
}
