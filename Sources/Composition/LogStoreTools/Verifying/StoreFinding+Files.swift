internal import LMDB
internal import LogEngine
internal import StorageEngine
internal import StoreTools

extension StoreFinding {
    /// Describes a damaged page.
    init(_ finding: PageFinding) {
        guard case .table(let name) = finding.tree, let page = finding.page else {
            self.init(problem: finding.description)
            return
        }
        self.init(table: name, problem: "page \(page): \(finding.defect)")
    }

    /// Describes what the engine found.
    init(_ finding: EngineFinding) {
        switch finding {
        case .badChecksum(let id, let key):
            self.init(id, key: key, "it is not what was written there")
        case .keyOutOfOrder(let id, let key):
            self.init(id, key: key, "its key does not come after the one before it")
        case .wrongCount(let id, let said, let found):
            self.init(id, "it says that it has \(said) records, and has \(found)")
        case .unbalancedPages(let pages):
            self.init(
                nil,
                "of \(pages.pageCount) pages, \(pages.tablePageCount) are of tables, "
                    + "\(pages.freePageCount) free and \(pages.ownPageCount) the database's own: "
                    + "some are lost or used twice"
            )
        case .shortFile: self.init(nil, "the file ends before its last page: it may have been cut")
        case .unknownTable(let name): self.init(nil, "there is an unknown table, \(name)")
        case .unreadable(let id): self.init(id, "the rest of it cannot be reached")
        }
    }
}
