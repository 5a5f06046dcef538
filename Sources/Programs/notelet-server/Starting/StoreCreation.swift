import CommandLineInterface

/// When a server makes a store where there is none.
enum StoreCreation: String, CaseIterable, Sendable {
    /// Unless something tells that another store was meant.
    case auto
    /// In any case.
    case always
    /// Not at all: what is not there is missing.
    case never
}

extension ServerCommand.Options {
    static let create = Option<StoreCreation>(
        "create",
        .choice("WHEN"),
        default: "auto",
        environment: "NOTELET_CREATE",
        help: "When to make a store where there is none: always, never, or unless another one was "
            + "probably meant, since a setting that this one overrides names it, it lies in the "
            + "same folder, or there is a key whose store has gone."
    )
}
