import AccountRules
import DirectoryRules
import Domain
import EngineTestSupport
import LogEngine
import StoreTools
import TestSupport
import Testing

@testable import AccountStorage
@testable import DirectoryStorage
@testable import Records
@testable import Storage
@testable import StorageEngine

/// In which order members are kept, without a name in any key.
@Suite struct MemberOrderTests {
    private let members: MemberStore

    init() throws {
        members = try MemberStore()
    }

    private static let numbers = 0..<400

    private static func name(_ number: Int) -> String { "m" + String(1_000 + number) }

    /// Always between the one that came last and the one before it.
    private static func zigzag(of numbers: Range<Int> = numbers) -> [Int] {
        var (low, high) = (0, numbers.upperBound - 1)
        var order: [Int] = []
        while low <= high {
            order.append(low)
            if low < high { order.append(high) }
            (low, high) = (low + 1, high - 1)
        }
        return order
    }

    @Test(arguments: [
        Array(numbers), numbers.reversed(), zigzag(), zigzag().reversed(),
        numbers.map { $0 * 37 % 400 },
    ])
    func namesAreInOrderHoweverTheyCome(_ order: [Int]) throws {
        try members.add(["a", "z"])
        for start in stride(from: 0, to: order.count, by: 100) {
            try members.add(order[start..<(start + 100)].map(Self.name))
        }
        let expected = ["a"] + Self.numbers.map(Self.name) + ["z"]
        #expect(try members.names(size: 500) == expected)
        #expect(try members.names(size: 7) == expected)
        #expect(try members.findings().isEmpty)
    }

    /// Whoever moves is written anew, and whoever comes among others in no order moves nobody.
    @Test func namesInNoOrderMoveNobody() throws {
        // A step that shares no factor with the count comes by each number once.
        let order = (0..<2_000).map { (index: Int) in "m\(10_000 + index * 1_237 % 2_000)" }
        func ranks() throws -> [SharedPlace: UInt64] {
            try members.store.read { view throws(DomainError) in
                let rows = try view.firstRows(of: Schema.members)
                return Dictionary(uniqueKeysWithValues: rows.map { ($0.key, $0.rank) })
            }
        }
        for start in stride(from: 0, to: 1_000, by: 200) {
            try members.add(Array(order[start..<(start + 200)]))
        }
        let before = try ranks()
        for start in stride(from: 1_000, to: 2_000, by: 200) {
            try members.add(Array(order[start..<(start + 200)]))
        }
        let behind = try ranks()
        #expect(before.allSatisfy { behind[$0.key] == $0.value })
        #expect(try members.names(size: 500) == order.sorted())
    }

    @Test func whoIsRenamedFindsThePlaceAmongOthers() throws {
        let names = Self.numbers.prefix(100).map(Self.name)
        let added = try members.add(names)
        let renamed = added.enumerated().map { index, member in
            var member = member
            member.details = MemberStore.details(
                Self.name(99 - index),
                member.details.email.text
            )
            return member
        }
        let changed = try members.store.write { transaction throws(DomainError) in
            try transaction.change(renamed)
        }
        #expect(changed == renamed)
        #expect(try members.list() == renamed.reversed())
        #expect(try members.findings().isEmpty)
    }

    @Test func ofOneNameWhoJoinedFirstComesFirst() throws {
        let same = (0..<5).map { index in
            MemberStore.details(index.isMultiple(of: 2) ? "Same" : "SAME", "\(index)@example.com")
        }
        let (team, anna) = (members.team, members.anna)
        let added = try members.store.write { transaction throws(DomainError) in
            var members: [Member] = []
            for details in same {
                members.append(
                    try transaction.addMember(
                        to: team,
                        details,
                        status: nil,
                        keeper: anna,
                        joinedAt: .epoch
                    )
                )
            }
            return members
        }
        #expect(try members.list(size: 1) == added)
    }

    @Test func aPageGoesOnBehindOneThatIsGone() throws {
        let added = try members.add(["a", "b", "c", "d"])
        let team = members.team
        func page(behind place: MemberOrder?) throws -> ([String], MemberOrder?) {
            try members.store.read { view throws(DomainError) in
                var names: [String] = []
                let next = try view.visitMembers(
                    of: team,
                    behind: place,
                    passingOver: 0,
                    limit: 2
                ) { member in
                    names.append(member.details.name)
                    return .next
                }
                return (names, next)
            }
        }
        let (first, place) = try page(behind: nil)
        #expect(first == ["a", "b"] && place != nil)
        try members.delete([added[1]])
        try members.add(["a1", "b1"])
        let (second, end) = try page(behind: place)
        #expect(second == ["b1", "c"])
        #expect(try page(behind: end).0 == ["d"] && page(behind: end).1 == nil)
    }

    private func page(passingOver passedOver: Int, limit: Int = 20) throws -> [String] {
        let team = members.team
        return try members.store.read { view throws(DomainError) in
            var names: [String] = []
            _ = try view.visitMembers(
                of: team,
                behind: nil,
                passingOver: passedOver,
                limit: limit
            ) { member in
                names.append(member.details.name)
                return .next
            }
            return names
        }
    }

    @Test func membersArePassedOverByTheirNumber() throws {
        let names = Self.numbers.prefix(40).map(Self.name)
        try members.add(names)
        for passedOver in [0, 20, 39, 40, 41] {
            let expected = Array(names.dropFirst(passedOver).prefix(20))
            #expect(try page(passingOver: passedOver) == expected)
        }
    }

    /// Until the erasure has come to them they stand in the list, and no page counts them.
    @Test func whoIsHiddenIsNotPassedOver() throws {
        try members.add(["a", "c", "e", "z"])
        try members.add(["b", "d", "f", "g"], by: members.ben)
        let anna = members.anna
        try members.store.write { transaction throws(DomainError) in
            try transaction.remove(anna, at: .epoch)
        }
        let pages = try [0, 2, 4].map { try page(passingOver: $0, limit: 2) }
        #expect(pages == [["b", "d"], ["f", "g"], []])
    }

    /// A damaged record is left out of lists, and what is added beside it finds a place.
    @Test func aDamagedMemberIsNoHarmToTheOthers() throws {
        let added = try members.add(["a", "c", "e"])
        let places = try members.store.read { view throws(DomainError) in
            added.map { view.place(of: $0.id) }
        }
        try members.store.write { transaction throws(DomainError) in
            try transaction.put([0xFF], for: places[1].storedKey, in: Schema.members.id)
        }
        try members.add(["b", "d", "f"])
        try members.add((0..<100).map { "d\(String(100 - $0))" })
        let names = try members.names(size: 50)
        #expect(names == names.sorted() && names.count == 105)
    }

    /// The largest step: as many as may go give way to as many as may come, in the worst order.
    @Test func theLargestReplacementIsOneStep() throws {
        let size = 64 << 20
        let options = EngineOptions.small(overlayByteCountMax: size, segmentByteCountMax: size)
        let members = try MemberStore(TestStore(options: options))
        let count = DomainLimits.membersLeavingMax
        for start in stride(from: 0, to: count, by: 500) {
            try members.add((start..<(start + 500)).map { "n\($0 * 7_919 % 500)-\($0)" })
        }
        let leaving = try members.list(size: 500).map { member in
            try members.change(member, status: .banned)
        }
        for member in leaving { try members.post(["1"], as: member) }
        let names = Self.zigzag(of: 0..<DomainLimits.memberListMax).map(Self.name)
        let (team, anna) = (members.team, members.anna)
        try members.store.write { transaction throws(DomainError) in
            for member in leaving { try transaction.delete(member.id) }
            for name in names {
                _ = try transaction.addMember(
                    to: team,
                    MemberStore.details(name),
                    status: nil,
                    keeper: anna,
                    joinedAt: .epoch
                )
            }
        }
        #expect(try members.names(size: 500) == names.sorted())
        #expect(try members.counts()["standings"] == count)
    }
}
