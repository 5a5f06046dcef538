import Domain
import Records
import TestSupport

/// What a store must hold after some operations, in the rules once more, a few lines long.
///
/// It has nothing in common with what it judges.
protocol PlainModel {
    /// The command that does the operations on a store, and is killed.
    static var work: String { get }
    /// What came of the operations so far, in words.
    var summary: String { get }
    /// How far it has come, by what a store tells of itself.
    var place: Int { get }
    /// Whether something came of the last operation, so that it must not have been refused; nil
    /// for a model that does not tell.
    var isLastDone: Bool? { get }

    /// Knows of nothing that was done.
    init()

    /// Does what an operation asks for, or nothing.
    mutating func run(seed: UInt64, number: Int)

    /// How far a store has come.
    static func place(of store: StoreView) throws(DomainError) -> Int

    /// Where a store is not as it must be.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - seed: What the operations are made from.
    ///   - proves: Whether all that ever was is gone through.
    ///   - random: Chooses what else is looked at.
    /// - Returns: A line for each.
    /// - Throws: Why the store cannot be read.
    func violations(
        of store: StoreView,
        seed: UInt64,
        proves: Bool,
        _ random: inout SeededGenerator
    ) throws(DomainError) -> [String]
}
