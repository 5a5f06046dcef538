/// Calls `body` for each element, at most `limit` at a time.
///
/// - Returns: The results in the order of the elements.
/// - Throws: The first error, after cancelling what is under way.
func concurrently<Element: Sendable, Output: Sendable>(
    _ elements: [Element],
    limit: Int,
    _ body: @escaping @Sendable (Element) async throws -> Output
) async throws -> [Output] {
    try await withThrowingTaskGroup(of: (Int, Output).self) { group in
        var outputs: [Output?] = Array(repeating: nil, count: elements.count)
        var remaining = elements.enumerated().makeIterator()
        var runningCount = 0
        while true {
            while runningCount < limit, let (index, element) = remaining.next() {
                group.addTask { (index, try await body(element)) }
                runningCount += 1
            }
            guard let (index, output) = try await group.next() else { break }
            outputs[index] = output
            runningCount -= 1
        }
        return outputs.compactMap(\.self)
    }
}
