internal import Storage
package import StorageEngine

/// Something that is wrong with a store.
package struct StoreFinding: Sendable, Equatable {
    /// The table; empty for the file as a whole.
    package let table: String
    /// The key in hexadecimal; empty for the table as a whole.
    package let key: String
    /// What is wrong, in words that can follow the two.
    package let problem: String

    /// Describes what is wrong with a file as a whole.
    package init(problem: String) {
        self.init(nil, problem)
    }

    /// Describes what is wrong with a table that is known by its name alone.
    package init(table: String, problem: String) {
        self.table = table
        key = ""
        self.problem = problem
    }

    /// Describes what is wrong with a table, or with the record of a key; without a table, with the
    /// file as a whole.
    package init(_ table: TableID?, key: [UInt8] = [], _ problem: String) {
        self.table = table?.name ?? ""
        var text = ""
        for byte in key {
            if byte < 16 { text += "0" }
            text += String(byte, radix: 16)
        }
        self.key = text
        self.problem = problem
    }
}
