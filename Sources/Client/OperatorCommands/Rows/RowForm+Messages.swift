package import CommandLineInterface
package import NoteletAPI
import ProtobufCoding

extension RowField {
    /// A moment; null where there is none.
    package static func moment(
        _ name: String,
        _ value: @escaping @Sendable (Row) -> Timestamp?
    ) -> RowField {
        RowField(name) { row in value(row).map { Moment($0) }.json }
    }
}

extension RowColumn {
    /// Moments to the minute; empty where there is none.
    package static func moment(
        _ title: String,
        fitting: TextTable.Fitting = .cut,
        _ value: @escaping @Sendable (Row) -> Timestamp?
    ) -> RowColumn {
        .text(title, fitting: fitting) { row in value(row).map { Moment($0).shortText } ?? "" }
    }
}
