import CommandLineInterface

extension VariableFamily {
    /// What begins with `NOTELET_`: the settings of the server, and what other programs read.
    static let notelet = VariableFamily(
        prefix: "NOTELET_",
        foreignNames: [
            // A person's client.
            "NOTELET_SERVER", "NOTELET_CA_FILE", "NOTELET_CLIENT_CERTIFICATE",
            "NOTELET_CLIENT_KEY", "NOTELET_SESSION", "NOTELET_TIMEOUT", "NOTELET_PASSWORD",
            "NOTELET_NEW_PASSWORD", "NOTELET_RESET_CODE",
            // The operator's.
            "NOTELET_ADMIN_SERVER", "NOTELET_ADMIN_APP",
            "NOTELET_ADMIN_CA_FILE", "NOTELET_ADMIN_CLIENT_CERTIFICATE",
            "NOTELET_ADMIN_CLIENT_KEY",
            // The package's own build.
            "NOTELET_MICROBENCH", "NOTELET_SANITIZE",
        ],
        // Kubernetes tells all containers where a service of this name is.
        foreignPrefixes: ["NOTELET_SERVICE_", "NOTELET_PORT"]
    )
}
