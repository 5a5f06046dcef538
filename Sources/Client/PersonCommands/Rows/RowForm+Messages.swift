package import CommandLineInterface
import Foundation
package import NoteletClient

extension RowField {
    /// The id of a message's field; null where there is none.
    package static func id(
        _ name: String,
        _ value: @escaping @Sendable (Row) -> [UInt8]
    ) -> RowField {
        RowField(name) { identifier(value($0)) }
    }

    /// A moment; null where there is none.
    package static func moment(
        _ name: String,
        _ value: @escaping @Sendable (Row) -> Timestamp?
    ) -> RowField {
        RowField(name) { value($0).json }
    }

    /// Bytes that need not be text, in Base64.
    package static func bytes(
        _ name: String,
        _ value: @escaping @Sendable (Row) -> [UInt8]
    ) -> RowField {
        RowField(name) { .string(Data(value($0)).base64EncodedString()) }
    }
}

extension RowColumn {
    /// The ids by which commands take the rows: as short on a terminal as tells them apart.
    package static func id(_ value: @escaping @Sendable (Row) -> [UInt8]) -> RowColumn {
        RowColumn("ID", fitting: .whole) { rows, context in
            let ids = ShownIdentifiers(rows.map(value), isShort: context.output.isTerminal)
            return rows.map { ids.text(value($0)) }
        }
    }

    /// Moments on the clock of whoever reads them.
    package static func moment(
        _ title: any Worded,
        fitting: TextTable.Fitting = .wholeOrOmitted,
        _ value: @escaping @Sendable (Row) -> Timestamp?
    ) -> RowColumn {
        .text(title, fitting: fitting) { value($0).localText }
    }
}
