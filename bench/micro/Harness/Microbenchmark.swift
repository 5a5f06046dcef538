import CAllocations

/// One operation that is repeated to see what it costs.
struct Microbenchmark {
    let name: String
    /// Does the operation so many times.
    let repeated: (Int) throws -> Void

    /// Describes an operation that is done once by a call of `body`.
    init(_ name: String, _ body: @escaping () throws -> Void) {
        self.name = name
        repeated = { count in for _ in 0..<count { try body() } }
    }

    /// Describes an operation that `body` does several times in one call, `operationCount` of them.
    init(_ name: String, operationCount: Int, _ body: @escaping () throws -> Void) {
        self.name = name
        repeated = { count in
            for _ in 0..<(count + operationCount - 1) / operationCount { try body() }
        }
        self.operationCount = operationCount
    }

    /// Operations of one call; a batch is a multiple of it.
    private(set) var operationCount = 1

    /// A batch takes this long at least, so that reading the clock costs nothing beside it.
    private static let batchNanosecondsMin: UInt64 = 5_000_000
    /// Batches that do not count: caches and branch predictors learn from them.
    private static let warmUpBatchCount = 3
    /// So many batches in a row may not move the median by more than this.
    private static let stableBatchCount = 10
    private static let stableShare = 0.01
    /// After this many batches the figure is taken as it is, and marked.
    private static let batchCountMax = 200

    /// What an operation costs.
    struct Cost {
        /// The median of the batches.
        let nanoseconds: Double
        /// The quickest batch: what it costs when nothing else runs.
        let nanosecondsMin: Double
        /// Calls that asked for memory, on all threads.
        let allocationCount: Double
        /// Whether the median came to rest.
        let isStable: Bool
    }

    /// Repeats the operation until its cost is known.
    func measure() throws -> Cost {
        let size = try batchSize()
        for _ in 0..<Microbenchmark.warmUpBatchCount { try repeated(size) }
        var batches: [Double] = []
        var (last, restCount) = (0.0, 0)
        while batches.count < Microbenchmark.batchCountMax,
            restCount < Microbenchmark.stableBatchCount
        {
            batches.append(Double(try nanoseconds(of: size)) / Double(size))
            let median = batches.sorted()[batches.count / 2]
            let isAtRest = abs(median - last) <= Microbenchmark.stableShare * median
            restCount = isAtRest ? restCount + 1 : 0
            if !isAtRest { last = median }
        }
        allocations_count(true)
        try repeated(size)
        let allocationCount = allocations_counted()
        allocations_count(false)
        return Cost(
            nanoseconds: batches.sorted()[batches.count / 2],
            nanosecondsMin: batches.min() ?? 0,
            allocationCount: Double(allocationCount) / Double(size),
            isStable: restCount >= Microbenchmark.stableBatchCount
        )
    }

    private func batchSize() throws -> Int {
        var size = operationCount
        while try nanoseconds(of: size) < Microbenchmark.batchNanosecondsMin { size *= 2 }
        return size
    }

    private func nanoseconds(of size: Int) throws -> UInt64 {
        let start = ContinuousClock.now
        try repeated(size)
        return UInt64(max(start.duration(to: .now) / .nanoseconds(1), 0))
    }
}

/// Takes a result, so that the compiler cannot leave out what made it.
@inline(never)
@_optimize(none)
func keep<Value: ~Copyable>(_ value: borrowing Value) {}
