import CommandLineInterface
import HTTP
import LogEngine
import Logging
import NoteletService
import RewardRules
import Serving
import StorageEngine
import TTRPC

/// The options of the server, and what it does with them.
enum ServerCommand {
    static let root = Command(
        "notelet-server",
        summary: "Serves anonymous notes from a store on this machine",
        discussion: """
            The server runs in the foreground until SIGTERM or SIGINT, then finishes the calls \
            that are under way and ends; a second signal ends it at once. The addresses it \
            listens on go to standard output, one a line, once it is ready; all else goes to \
            standard error.

            --web-listen opens a second door, for browsers and phones; its addresses are printed \
            after those, each after 'web'. --admin-listen opens a third one, for notelet-admin: \
            what can be asked there is not known at the other addresses. Its addresses follow, \
            each after 'admin', and those of --admin-web-listen, where operators find a page for \
            their browsers, each after 'admin-web'; with --metrics-listen the last line is the \
            address of the measurements.

            What it acknowledged is on stable storage: it survives kill -9 and power loss.

            Each setting is an option, a variable of the environment, or a line 'name = value' of \
            the file that --config names; the first of them counts. SIGHUP has the file read \
            again: the log level, the slow request time and the limits change at once, and \
            certificates are read again for the connections that come from then on; all else \
            changes with the next start.

            A section '[app NAME]' of the file makes a further app of the server: accounts, notes, \
            limits and backups of its own, in a store of its own. What it does not set is as \
            outside of it, but for store, key-file and log-archive, which are each app's own, and \
            link-base, by whose host and path requests over HTTP find the app. SIGHUP opens the \
            apps whose sections are new and closes those whose sections are gone. The store that a \
            section '[dropped NAME]' names is removed at a start or a reload; nothing else ever \
            removes one.

            A service manager is told of readiness, reloads, the end and signs of life \
            (sd_notify), and may pass sockets to listen on (LISTEN_FDS), which take the place of \
            the default address.

            Where --metrics-listen says, measurements are served by HTTP from the start on; each \
            of them is described in what is served, and in deploy/README.md of the sources.
            """,
        settings: Options.all,
        settingsFile: Options.config,
        sections: [AppOptions.section, AppOptions.dropped],
        variables: .notelet,
        subcommands: [.config(and: [SettingsCheck.check])]
    ) { invocation in
        try await FailureLine.written(as: invocation[Options.logFormat]) {
            let configuration = try Configuration(invocation)
            if invocation[Options.checkConfig] {
                try StartCheck.check(configuration)
                try TextOutput.standard.writeLine("The configuration is right.")
                return .success
            }
            return try await ServerProcess(configuration, environment: Terminal.environment).run()
        }
    }

    /// The options; those with a name in the environment are settings.
    enum Options {
        static let config = Option<String?>.optional(
            "config",
            .file,
            environment: "NOTELET_CONFIG",
            help: "File of settings, a line 'name = value' for each, by the names of these options."
        )
        static let checkConfig = Option<Bool>.flag(
            "check-config",
            help: "Check the settings and all that a start would need, say what is wrong, and end: "
                + "the key and whether it fits the store, folders, certificates, sizes. Nothing "
                + "is made, and a running server is not disturbed; run it as the server's user."
        )
        static let listen = Option<[ListeningPlace]>.repeated(
            "listen",
            .listeningPlace,
            defaults: ["tcp://127.0.0.1:7575"],
            environment: "NOTELET_LISTEN",
            help: "Address to listen on: tls://HOST:PORT is encrypted, tcp://HOST:PORT and "
                + "unix:///PATH are not; fd://NUMBER is a socket that was passed. Port 0 lets the "
                + "system choose."
        )
        static let socketMode = Option<UInt32>(
            "socket-mode",
            .fileMode,
            default: "600",
            environment: "NOTELET_SOCKET_MODE",
            help: "Who may connect to unix:// addresses, as chmod takes it: 660 lets the group of "
                + "the server in as well, 666 everybody on this machine. That of --admin-listen "
                + "is always 600."
        )
        static let certificate = Option<String?>.optional(
            "tls-certificate",
            .file,
            environment: "NOTELET_TLS_CERTIFICATE",
            help: "File of the certificate for tls:// addresses, in PEM form, followed by those "
                + "that lead from it to an authority."
        )
        static let certificateKey = Option<String?>.optional(
            "tls-key",
            .file,
            environment: "NOTELET_TLS_KEY",
            help: "File of the private key to it, which nobody but its owner and its group may "
                + "read; by default the same file."
        )
        static let clientAuthorities = Option<String?>.optional(
            "tls-client-ca",
            .file,
            environment: "NOTELET_TLS_CLIENT_CA",
            help: "File of the authorities that clients' certificates must come from, at tls:// "
                + "and https:// addresses; without it clients need none."
        )
        static let versionMin = Option<SecurityVersion>(
            "tls-min",
            .choice("VERSION"),
            default: "1.3",
            environment: "NOTELET_TLS_MIN",
            help: "Oldest version of TLS that a client may speak."
        )
        static let store = Option<String>.required(
            "store",
            .folder,
            environment: "NOTELET_STORE",
            help: "Folder of the store; made if it does not exist, as --create has it."
        )
        static let keyFile = Option<String?>.optional(
            "key-file",
            .file,
            environment: "NOTELET_KEY_FILE",
            help: "File of the master key, made with the store; keep it apart from backups. "
                + "By default the folder of the store with '.key' after its name."
        )
        static let linkBase = Option<String>(
            "link-base",
            .text.named("URL"),
            default: "https://app.anonymous-message.com/receive/",
            environment: "NOTELET_LINK_BASE",
            help: "What comes before the token in a personal link."
        )
        static let mapSize = Option<Int64>(
            "map-size",
            .byteCount(from: "1MiB", to: "64TiB"),
            default: "64GiB",
            environment: "NOTELET_MAP_SIZE",
            help: "Address space for the store, the most it can grow to; no memory is taken."
        )
        static let writeBuffer = Option<Int64>(
            "write-buffer",
            .byteCount,
            default: "128MiB",
            environment: "NOTELET_WRITE_BUFFER",
            help: "Memory, and as much of the disk, for changes that are on their way into the "
                + "database: all that the store takes besides the system's page cache. More lets "
                + "it write less."
        )
        static let reserve = Option<Int64>(
            "reserve",
            .byteCount,
            default: "32MiB",
            environment: "NOTELET_RESERVE",
            help: "Room of the disk and of --map-size that is kept for what frees room, protects "
                + "people and lets them sign in, and for operators: the rest is refused before. "
                + "A file of this size in the store holds it on the disk. At least 4MiB, and at "
                + "most a quarter of --map-size."
        )
        static let logArchive = Option<String?>.optional(
            "log-archive",
            .folder,
            environment: "NOTELET_LOG_ARCHIVE",
            help: "Folder in which the store's log is kept, for restores to any moment after a "
                + "backup; made if it does not exist. It grows until files are removed there. "
                + "While it cannot be written, changes are refused once --write-buffer is full."
        )
        static let erasureTime = Option<Duration>(
            "erasure-time",
            .duration(from: "1h", to: "36500d"),
            default: "24h",
            environment: "NOTELET_ERASURE_TIME",
            help: "After this time no file of the store holds what was deleted, and none of the "
                + "archive what was of deleted accounts, and notes that nobody has; earlier "
                + "backups do. At least 1h: all pages are gone through each quarter of it, which "
                + "takes its time."
        )
        private static let needs = [Feature].all
            .flatMap { feature in feature.needs.map { ", and \($0) that of \(feature.name)" } }
            .joined()
        static let features = Option<String>(
            "features",
            .text.named("NAMES"),
            default: OfferedFeatures(byDefaultOf: .all).names.joined(separator: ","),
            environment: "NOTELET_FEATURES",
            help: "What the server offers, separated by commas, of "
                + "\([Feature].all.map(\.name).joined(separator: ", ")); "
                + "\(OfferedFeatures.base) is the base of the others\(needs). Calls of what is off "
                + "are refused; what is stored of it stays, and is exported and erased as ever."
        )
        static let retentionDays = Option<Int?>.optional(
            "retention-days",
            .number(in: 1...36_500),
            environment: "NOTELET_RETENTION_DAYS",
            help: "Delete notes that are so many days old, from the views of both people, whose "
                + "apps learn of it. Without it notes stay until people delete them."
        )
        static let ticketDays = Option<Int>(
            "ticket-days",
            .number(in: 1...366),
            default: "30",
            environment: "NOTELET_TICKET_DAYS",
            help: "Days for which somebody who sent a note without signing in can read the answer."
        )
        static let telemetryDays = Option<Int>(
            "telemetry-days",
            .number(in: 1...400),
            default: "30",
            environment: "NOTELET_TELEMETRY_DAYS",
            help: "Days for which events and crashes of applications are kept, where telemetry "
                + "is on."
        )
        static let pointsExpire = Option<PointExpiry>(
            "points-expire",
            .choice(),
            default: "never",
            environment: "NOTELET_POINTS_EXPIRE",
            help: "When points lapse that are given as rewards: never, yearly, which is 365 days "
                + "later, or quarterly, at the end of the quarter in which they are a year old."
        )
        static let releaseTime = Option<Duration?>(
            "release-time",
            .durationOrNone(from: "1s", to: "24h"),
            default: "none",
            environment: "NOTELET_RELEASE_TIME",
            help: "How long after taking an order an agent may give it back, or none for never."
        )
        static let withdrawalDays = Option<Int>(
            "withdrawal-days",
            .number(in: 1...90),
            default: "7",
            environment: "NOTELET_WITHDRAWAL_DAYS",
            help: "Days for which cash that agents ask for is held until an operator pays it."
        )
        static let positionDays = Option<Int>(
            "position-days",
            .number(in: 1...366),
            default: "30",
            environment: "NOTELET_POSITION_DAYS",
            help: "Days for which it is kept where agents were on the way with orders."
        )
        static let chatDays = Option<Int>(
            "chat-days",
            .number(in: 1...3_660),
            default: "90",
            environment: "NOTELET_CHAT_DAYS",
            help: "Days for which it is kept what is said about orders."
        )
        static let orderDays = Option<Int>(
            "order-days",
            .number(in: 1...3_660),
            default: "90",
            environment: "NOTELET_ORDER_DAYS",
            help: "Days for which it is kept where orders went that are over, for whom, and why "
                + "they were given back or cancelled."
        )
        static let deliveryTick = Option<Duration?>(
            "delivery-tick",
            .durationOrNone(from: "1s", to: "24h"),
            default: "none",
            environment: "NOTELET_DELIVERY_TICK",
            help: "How often anonymous notes are delivered, those since the last time together and "
                + "in an order of chance, so that when one comes does not tell when it was sent; "
                + "or none to deliver each at once."
        )
        static let scrubRate = Option<Int64>(
            "scrub-rate",
            .byteCount(from: "0", to: "1TiB"),
            default: "1MiB",
            environment: "NOTELET_SCRUB_RATE",
            help: "Bytes of the database a second whose pages are looked at for damage while it is "
                + "in use, from the first to the last and an hour later again; 0 looks at none."
        )
        static let drainTime = Option<Duration>(
            "drain-time",
            .duration(from: "0s", to: "7d"),
            default: "10s",
            environment: "NOTELET_DRAIN_TIME",
            help: "How long calls may go on after SIGTERM; 0 ends them at once."
        )
        static let busyWait = Option<Int>(
            "busy-wait",
            .number(in: 0...100),
            default: "50",
            environment: "NOTELET_BUSY_WAIT",
            help: "Percent of one processor that may be spent on looking for the next call of "
                + "somebody who calls alone, for 100us at most, instead of sleeping: who calls "
                + "again at once is answered sooner. 0 spends nothing; a machine with one "
                + "processor never does."
        )
        static let insecure = Option<Bool>.flag(
            "insecure",
            environment: "NOTELET_INSECURE",
            help: "Listen on tcp:// and http:// beyond this machine although nothing is encrypted."
        )

        static let metricsListen = Option<HTTPAddress?>.optional(
            "metrics-listen",
            .httpAddress,
            environment: "NOTELET_METRICS_LISTEN",
            help: "Address for those who look after the server, such as http://127.0.0.1:9090: "
                + "/metrics for Prometheus, /healthz and /readyz. Without it there is none."
        )
        static let logLevel = Option<LogLevel>(
            "log-level",
            .choice("LEVEL"),
            default: "info",
            environment: "NOTELET_LOG_LEVEL",
            help: "What is logged: events of this level and those that matter more; debug logs "
                + "each request."
        )
        static let logFormat = Option<LogFormat>(
            "log-format",
            .choice("FORMAT"),
            default: "logfmt",
            environment: "NOTELET_LOG_FORMAT",
            help: "How the log is written."
        )
        static let slowRequestTime = Option<Duration>(
            "slow-request-time",
            .duration(from: "0s", to: "7d"),
            default: "1s",
            environment: "NOTELET_SLOW_REQUEST_TIME",
            help: "Log requests that take so long, streams aside; 0 logs none for it."
        )

        static let all: [any ParameterDeclaration] =
            [
                config, checkConfig, listen, socketMode, certificate, certificateKey,
                clientAuthorities,
                versionMin, insecure, store, create, keyFile, linkBase, mapSize, reserve,
                writeBuffer,
                logArchive, features, erasureTime, retentionDays, ticketDays,
                telemetryDays, pointsExpire, releaseTime, withdrawalDays, positionDays,
                chatDays, orderDays, deliveryTick, scrubRate,
                drainTime, busyWait, metricsListen, logLevel, logFormat, slowRequestTime,
            ] + WebOptions.all + AdminOptions.all + ConnectionLimitOptions.all
            + RateLimitOptions.all

        /// The settings that a running server takes over on SIGHUP.
        static let live: [any ParameterDeclaration] =
            [logLevel, slowRequestTime] + ConnectionLimitOptions.all + RateLimitOptions.all
    }
}
