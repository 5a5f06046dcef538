import Foundation
import NoteletInterface
import NoteletOffline

/// Orders that an agent takes and carries out, with what is said about them and the cash that they
/// bring.
///
///     orders tls://notes.example.org:7575 ~/.notes EMAIL PASSWORD POOL
///
/// It reads commands from its input: `open`, `own`, `accept NUMBER`, `complete NUMBER`,
/// `at NUMBER NORTH,EAST`, `say NUMBER TEXT`, `messages NUMBER`, `cash`, `withdraw AMOUNT`, `quit`.
/// A number is the place of an order in the list that was shown last.
@main
@MainActor
struct Orders {
    private let application: OfflineApplication
    private let pool: String
    /// The list that was shown last.
    private var shown: [Order] = []

    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 6 else {
            return say("Usage: orders SERVER FOLDER EMAIL PASSWORD POOL")
        }
        let folder = URL(fileURLWithPath: arguments[2])
        let application = try OfflineApplication(arguments[1], in: folder)
        if try await application.auth.getCurrentUser() == nil {
            let login = application.useCases.login
            _ = try await login.execute(email: arguments[3], password: arguments[4])
        }
        var orders = Orders(application: application, pool: arguments[5])
        await orders.obey(["open"])
        while let line = readLine(), line != "quit" {
            await orders.obey(line.split(separator: " ", maxSplits: 2).map(String.init))
        }
        await application.close()
    }

    private init(application: OfflineApplication, pool: String) {
        (self.application, self.pool) = (application, pool)
    }

    private mutating func obey(_ words: [String]) async {
        do {
            switch (words.first, words.count) {
            case ("open", 1):
                let pages = application.orders
                    .orderPages(inPool: pool, status: .open, pageSize: 50)
                try await show(pages)
            case ("own", 1):
                try await show(application.orders.ownOrderPages(status: .inProgress, pageSize: 50))
            case ("cash", 1):
                let cash = try await application.payments.fetchMCash()
                say("\(cash.total), of which \(cash.available) can be asked for")
            case ("withdraw", 2):
                let held = try await application.payments.requestWithdrawal(
                    amount: Int(words[1]) ?? 0,
                    intention: UUID()
                )
                say("\(held.amount) held")
            default:
                guard words.count > 1, let order = order(words[1]) else { return usage() }
                try await act(words, on: order)
            }
        } catch {
            say("! \(UiError(error)?.message ?? "cancelled")")
        }
    }

    private func act(_ words: [String], on order: Order) async throws {
        switch (words[0], words.count) {
        case ("accept", 2):
            let taken = try await application.orders.acceptOrder(order.id, intention: UUID())
            for stop in taken.detail?.stops ?? [] { say("\(stop.kind.rawValue): \(stop.address)") }
        case ("complete", 2):
            let done = try await application.orders.completeOrder(order.id, intention: UUID())
            say("+ \(done.settled), \(done.balance.total) in all")
        case ("at", 3): try await tell(words[2], on: order)
        case ("say", 3):
            let message = try await application.chat
                .send(words[2], orderId: order.id, clientId: UUID())
            say("said as number \(message.id)")
        case ("messages", 2):
            for try await page in application.chat.messagePages(orderId: order.id, pageSize: 50) {
                for message in page { say("\(message.role.rawValue): \(message.text)") }
            }
        default: usage()
        }
    }

    /// Begins to tell where the agent is, which once more changes nothing, and tells it.
    private func tell(_ place: String, on order: Order) async throws {
        let degrees = place.split(separator: ",").compactMap { Double($0) }
        guard degrees.count == 2 else { return usage() }
        let here = Location(latitude: degrees[0], longitude: degrees[1], recordedAt: Date())
        let locations = application.locations
        try await locations.startTracking(orderId: order.id, intention: UUID())
        let told = try await locations.updateLocations(
            [here],
            orderId: order.id,
            intention: UUID()
        )
        say(told.accepted == 1 ? "told" : "less than 10 m further on")
    }

    private func order(_ number: String) -> Order? {
        guard let place = Int(number), shown.indices.contains(place - 1) else { return nil }
        return shown[place - 1]
    }

    private mutating func show(_ pages: Pages<Order>) async throws {
        shown = []
        for try await page in pages { shown += page }
        if shown.isEmpty { say("no orders") }
        for (index, order) in shown.enumerated() {
            say("\(index + 1). \(order.summary), \(order.fee)")
        }
    }

    private func usage() {
        say("open, own, accept, complete, at, say, messages, cash, withdraw or quit")
    }
}

/// Writes a line at once, also where the output is no terminal.
private func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
