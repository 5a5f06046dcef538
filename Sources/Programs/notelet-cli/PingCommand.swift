import CommandLineInterface
import NoteletClient
import PersonCommands

/// Whether the server serves.
enum PingCommand {
    static let ping = Command(
        "ping",
        summary: Wording("서버가 요청을 받고 있는지 물어봅니다", "Ask the server whether it serves"),
        run: { context in
            let start = ContinuousClock.now
            let response = try await context.notelet.check()
            let microseconds = Int64((ContinuousClock.now - start) / .microseconds(1))
            let document: [JSON.Member] = [
                ("status", .string(response.status.plainName)),
                ("server_version", .string(response.version)),
                ("now", response.now.json),
                ("microseconds", .number(microseconds)),
            ]
            try context.write(document) {
                let server = context.notelet.server
                let state =
                    response.status == .serving
                    ? context.phrase("요청을 받고 있습니다", response.status.plainName)
                    : context.phrase("요청을 받지 않습니다", response.status.plainName)
                return "\(server): \(state), \(response.version.terminalSafe), "
                    + "\(microseconds) µs\n"
            }
            guard response.status == .serving else {
                throw CommandFailure(
                    .unreachable,
                    context.phrase(
                        "서버가 아직 요청을 받지 않습니다. 잠시 후 다시 시도하시기 바랍니다.",
                        "The server is there and does not serve: try again later."
                    )
                )
            }
        }
    )
}
