extension String {
    /// The path as it can be put together with others: no slash at its end, but for the root.
    package var withoutFinalSlashes: String {
        var path = self
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }
}
