/// Records of one kind, as the forms for programs name them.
package struct RowKind: Sendable {
    /// What the list of them is called in a document: `contacts`.
    package let listName: String
    /// What one is called in a document of its own: `contact`.
    package let recordName: String
    /// The columns in CSV, which are members of a record; a dot leads into one of a member.
    package let columns: [String]

    /// Names records and their columns.
    package init(listName: String, recordName: String, columns: [String]) {
        self.listName = listName
        self.recordName = recordName
        self.columns = columns
    }
}
