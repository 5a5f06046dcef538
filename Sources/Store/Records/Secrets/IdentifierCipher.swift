internal import Cryptography
package import Domain

/// Makes the ids that leave the server out of numbers that must not, and turns them back.
///
/// An id is its two numbers, encrypted as one block under a key of its kind alone. So it needs no
/// index, tells neither order nor time, and cannot be joined with another kind's id of the same
/// thing. Every 16 bytes decrypt to something: who turns an id back checks the numbers against
/// the caller and against what is stored. What kinds there are the features say.
package final class IdentifierCipher: Sendable {
    /// By the numbers of the purposes.
    private let permutations: [BlockPermutation?]

    /// Derives one key for each kind of id.
    init(masterKey: MasterKey) {
        permutations = masterKey.forEachPurpose(where: \.isOfIdentifiers) {
            BlockPermutation(key: $0)
        }
    }

    private func permutation(for purpose: KeyPurpose) -> BlockPermutation {
        guard let permutation = permutations[Int(purpose.rawValue)] else {
            preconditionFailure("Purpose \(purpose.rawValue) is none of ids.")
        }
        return permutation
    }

    /// The id of a kind that two numbers make.
    package func seal(_ high: UInt64, _ low: UInt64, for purpose: KeyPurpose) -> OpaqueID {
        let block = permutation(for: purpose).forward(Block(left: high, right: low))
        return OpaqueID(high: block.left, low: block.right)
    }

    /// The two numbers behind an id of a kind, as its two halves.
    package func open(_ id: OpaqueID, for purpose: KeyPurpose) -> OpaqueID {
        let block = permutation(for: purpose).backward(Block(left: id.high, right: id.low))
        return OpaqueID(high: block.left, low: block.right)
    }

    /// The id of a kind that a place makes.
    package func seal(_ place: Place, for purpose: KeyPurpose) -> OpaqueID {
        seal(place.user.rawValue, place.sequence.rawValue, for: purpose)
    }

    /// The place behind an id of a kind.
    package func place(behind id: OpaqueID, for purpose: KeyPurpose) -> Place {
        Place(open(id, for: purpose))
    }

    /// The id of an account or guest.
    package func userID(of number: UserNumber) -> UserID {
        UserID(seal(number.rawValue, 0, for: .userID))
    }

    /// The number behind the id of an account or guest; nil for an id that was never given out.
    package func userNumber(of id: UserID) -> UserNumber? {
        let numbers = open(id.opaque, for: .userID)
        return numbers.low == 0 ? UserNumber(numbers.high) : nil
    }
}
