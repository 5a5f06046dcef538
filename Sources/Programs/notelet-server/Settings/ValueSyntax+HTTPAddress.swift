import CommandLineInterface
import HTTP

extension ValueSyntax<HTTPAddress> {
    /// A place where HTTP is spoken.
    static let httpAddress = ValueSyntax(
        placeholder: "ADDRESS",
        expectation: "an address like http://127.0.0.1:9090",
        parse: { HTTPAddress($0) }
    )
}
