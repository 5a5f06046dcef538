/// What is wrong with a .proto file, for whoever wrote it.
struct ContractError: Error, CustomStringConvertible {
    /// Where, what, and what to do about it.
    let description: String

    /// Says what is wrong with a declaration.
    init(_ declaration: String, _ problem: String) {
        description = "\(declaration): \(problem)"
    }
}
