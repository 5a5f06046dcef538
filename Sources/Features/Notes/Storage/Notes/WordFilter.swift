internal import Domain
internal import NoteRules
internal import TextFolding

/// Looks for all words of a list at once (Aho and Corasick, "Efficient string matching").
///
/// One pass over the text, of two steps a byte at most, whatever the words are and however many:
/// nobody can make a note dear to look at. It goes to the end of the text also after a word was
/// found, and where there are no words, so that the time says nothing. What it is made of is
/// bounded by the bytes of the words.
///
/// A class, for it is handed around for each note: the lists that it is made of would be counted
/// one by one.
package final class WordFilter: Sendable {
    private let steps: WordSteps

    /// Finds nothing.
    static let empty = WordFilter([])

    /// Prepares to look for words.
    init(_ words: [UnwantedWord]) {
        steps = WordSteps(words)
    }

    /// Whether there is nothing to look for.
    var isEmpty: Bool { steps.isEmpty }

    /// Whether a text has one of the words.
    func finds(in text: FoldedText) -> Bool { steps.finds(in: text) }
}

/// The steps through the words of a list, byte by byte.
private struct WordSteps {
    /// Where each byte leads from the beginning, which is node 0.
    private var firstSteps = [UInt32](repeating: 0, count: 256)
    /// The ways from the other nodes, those of a node side by side.
    private var ways: [Way] = []
    /// Where the ways of each node end; those of the node before end where its own begin.
    private var wayEnds: [Int] = []
    /// The node of the longest beginning of a word that the text before a node ends with.
    private var fallbacks: [UInt32] = []
    /// Whether a word ends at a node.
    private var isEnd: [Bool] = []

    private struct Way {
        let byte: UInt8
        let node: UInt32
    }

    init(_ words: [UnwantedWord]) {
        var tree = Tree()
        for word in words { tree.add(FoldedText(word.text).bytes) }
        isEnd = tree.isEnd
        fallbacks = [UInt32](repeating: 0, count: tree.ways.count)
        for ways in tree.ways {
            self.ways += ways
            wayEnds.append(self.ways.count)
        }
        for way in tree.ways[0] { firstSteps[Int(way.byte)] = way.node }
        completeFallbacks(of: tree)
    }

    /// By depth: what a node falls back to is nearer to the beginning, and done before it.
    private mutating func completeFallbacks(of tree: Tree) {
        var nodes = tree.ways[0].map(\.node)
        var next = 0
        while next < nodes.count {
            let node = nodes[next]
            next += 1
            for way in tree.ways[Int(node)] {
                let fallback = step(from: fallbacks[Int(node)], by: way.byte)
                fallbacks[Int(way.node)] = fallback
                if isEnd[Int(fallback)] { isEnd[Int(way.node)] = true }
                nodes.append(way.node)
            }
        }
    }

    var isEmpty: Bool { ways.isEmpty }

    /// Goes to the end of the text also after a word was found.
    ///
    /// Most bytes begin no word, and cost one look at the table of those that do.
    func finds(in text: FoldedText) -> Bool {
        let text = text.bytes.span
        let firstSteps = firstSteps.span
        var node: UInt32 = 0
        var isFound = false
        for index in text.indices {
            let byte = text[index]
            node = node == 0 ? firstSteps[Int(byte)] : step(from: node, by: byte)
            // No word ends at the beginning.
            if node != 0 { isFound = isEnd[Int(node)] || isFound }
        }
        return isFound
    }

    @inline(__always)
    private func step(from start: UInt32, by byte: UInt8) -> UInt32 {
        var node = start
        while node != 0 {
            for index in wayEnds[Int(node) - 1]..<wayEnds[Int(node)] where ways[index].byte == byte
            {
                return ways[index].node
            }
            node = fallbacks[Int(node)]
        }
        return firstSteps[Int(byte)]
    }

    /// The words, those that begin alike on one way as long as they do.
    private struct Tree {
        var ways: [[Way]] = [[]]
        var isEnd = [false]

        mutating func add(_ word: [UInt8]) {
            var node = 0
            for byte in word {
                if let way = ways[node].first(where: { $0.byte == byte }) {
                    node = Int(way.node)
                    continue
                }
                ways[node].append(Way(byte: byte, node: UInt32(ways.count)))
                node = ways.count
                ways.append([])
                isEnd.append(false)
            }
            isEnd[node] = node != 0
        }
    }
}
