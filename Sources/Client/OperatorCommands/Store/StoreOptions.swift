package import CommandLineInterface

/// The options by which an operator names the files of a store.
package enum StoreOptions {
    /// The folder of the store.
    package static let folder = Option<String>.required(
        "store",
        .folder,
        environment: "NOTELET_STORE",
        help: "Folder of the store."
    )
    /// The file of its master key.
    package static let keyFile = Option<String?>.optional(
        "key-file",
        .file,
        environment: "NOTELET_KEY_FILE",
        help: "File of the master key. By default the folder of the store with '.key' after its "
            + "name."
    )
}
