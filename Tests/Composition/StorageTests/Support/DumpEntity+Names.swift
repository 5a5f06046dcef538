@testable import AccountStorage
@testable import NoteStorage
@testable import Records
@testable import Storage
@testable import StoreTools

/// The kinds of lines that tests look for.
extension DumpEntity {
    static let user = entity("user")
    static let received = entity("received")
    static let sent = entity("sent")
    static let change = entity("change")
    static let block = entity("block")
    static let audit = entity("audit")

    private static func entity(_ name: String) -> DumpEntity {
        guard let entity = DumpEntity(rawValue: name) else { preconditionFailure("\(name)") }
        return entity
    }
}
