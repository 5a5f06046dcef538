import Glibc
import Locking
import Logging
import Metrics
import OperatingSystem

/// What is measured of the process, from its start on.
private enum ProcessFamilies {
    static let buildInfo = MetricFamily(
        .gauge,
        "notelet_build_info",
        "Always 1; the label has the version of the server."
    )
    static let ready = MetricFamily(
        .gauge,
        "notelet_ready",
        "1 while the server can be given work, as /readyz says; else 0."
    )
    static let linesLost = MetricFamily(
        .counter,
        "notelet_log_lines_lost_total",
        "Lines of the log that were lost, since nobody took them as fast as they came."
    )
    // The names that Prometheus' own libraries give these.
    static let start = MetricFamily(
        .gauge,
        "process_start_time_seconds",
        "When the process began, in seconds since 1970."
    )
    static let processor = MetricFamily(
        .counter,
        "process_cpu_seconds_total",
        "The time that the threads of the process have run."
    )
    static let busyWait = MetricFamily(
        .counter,
        "notelet_busy_wait_seconds_total",
        "The part of it in which threads looked for the next call instead of sleeping, as "
            + "--busy-wait has it."
    )
    static let resident = MetricFamily(
        .gauge,
        "process_resident_memory_bytes",
        "Memory of the process that is in that of the machine, pages of the store included."
    )
    static let virtual = MetricFamily(
        .gauge,
        "process_virtual_memory_bytes",
        "Address space of the process, all that the store may grow to included."
    )
    static let threads = MetricFamily(.gauge, "process_threads", "Threads of the process.")
    static let files = MetricFamily(
        .gauge,
        "process_open_fds",
        "Files and sockets that the process has open."
    )
    static let filesMax = MetricFamily(
        .gauge,
        "process_max_fds",
        "Files and sockets that the process may have open."
    )
}

extension ExpositionText {
    /// Writes what the process is, and what it takes.
    mutating func write(_ start: ProcessStart, isReady: Bool, _ busyWait: BusyWaitBudget) {
        let families = ProcessFamilies.self
        let version = MetricLabel("version", start.version)
        write(families.buildInfo, [MetricSample(1, [version])])
        write(families.ready, isReady ? 1 : 0)
        write(families.start, .quantity(start.seconds))
        guard let process = OwnProcess() else { return }
        write(families.processor, .quantity(process.processorSeconds))
        write(families.busyWait, .quantity(Double(busyWait.spentNanoseconds) / 1_000_000_000))
        write(families.resident, process.residentByteCount)
        write(families.virtual, process.virtualByteCount)
        write(families.threads, process.threadCount)
        write(families.files, process.openFileCount)
        write(families.filesMax, process.openFileCountMax)
    }

    /// Writes what was lost of a log.
    mutating func write(_ log: EventLog) {
        write(ProcessFamilies.linesLost, log.lostLineCount)
    }
}

/// When the process began, and as what.
struct ProcessStart: Sendable {
    /// The version of the program.
    let version: String
    /// Seconds from 1970 on.
    let seconds: Double

    /// Notes this moment.
    init(version: String) {
        self.version = version
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        seconds = Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
    }
}
