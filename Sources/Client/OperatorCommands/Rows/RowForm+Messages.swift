package import CommandLineInterface
package import NoteletAPI
import ProtobufCoding

extension ValueSyntax where Value: OpenEnum {
    /// One of the values of an enum of the contract, as lists show them.
    package static func choice(_ placeholder: String) -> ValueSyntax {
        let words = Value.named.map(\.plainName)
        return ValueSyntax(
            placeholder: placeholder,
            expectation: "one of " + words.joined(separator: ", "),
            completion: .words(words),
            parse: { Value(plainName: $0) }
        )
    }
}

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
