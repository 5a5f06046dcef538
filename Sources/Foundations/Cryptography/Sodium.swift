import CSodium

/// Makes libsodium choose the fastest code for this processor, once, before its first use.
enum Sodium {
    private static let status = sodium_init()

    static func prepare() {
        precondition(status >= 0, "libsodium could not be initialised.")
    }
}
