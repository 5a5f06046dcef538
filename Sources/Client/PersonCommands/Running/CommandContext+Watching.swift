import CommandLineInterface
package import NoteletClient

extension CommandContext {
    /// Tells that changes may be late, and that they no longer are.
    package func tell(_ connection: WatchConnection) {
        let (name, text) =
            switch connection {
            case .lost:
                (
                    "lost",
                    phrase(
                        "연결이 끊겼습니다. 다시 연결하는 중입니다.",
                        "The connection is lost; trying to connect again."
                    )
                )
            case .restored:
                (
                    "restored",
                    phrase(
                        "다시 연결했습니다. 놓친 것은 없습니다.",
                        "Connected again; nothing was missed."
                    )
                )
            }
        let document = JSON.object([("connection", .string(name))])
        // Who closed standard error does not want to know.
        try? TextOutput.standardError.writeLine(isJSON ? document.text : text)
    }
}
