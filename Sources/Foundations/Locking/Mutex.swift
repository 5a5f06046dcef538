#if THREAD_SANITIZER
    import Glibc

    /// A lock with the interface of `Synchronization.Mutex`, over a pthread mutex.
    ///
    /// The standard `Mutex` waits with a futex of its own on Linux. The thread sanitizer learns
    /// who happens before whom from the pthread calls it intercepts and from atomics in the code
    /// it instruments; the standard library is neither, so it reports a race in every `withLock`
    /// body. Behind a pthread mutex the same bodies are judged rightly.
    ///
    /// `@unchecked Sendable`: `value` is reached while `mutex` is held only. Both live in places
    /// of their own, since a pthread mutex must not move.
    @safe
    package struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
        private let mutex: UnsafeMutablePointer<pthread_mutex_t>
        private let value: UnsafeMutablePointer<Value>

        /// Guards a value that nobody else can reach.
        package init(_ initialValue: consuming sending Value) {
            unsafe mutex = .allocate(capacity: 1)
            unsafe value = .allocate(capacity: 1)
            unsafe value.initialize(to: initialValue)
            let code = unsafe pthread_mutex_init(mutex, nil)
            precondition(code == 0, "A mutex with default attributes can always be made.")
        }

        deinit {
            unsafe pthread_mutex_destroy(mutex)
            unsafe mutex.deallocate()
            unsafe value.deinitialize(count: 1)
            unsafe value.deallocate()
        }

        /// Waits for the lock and runs the body on the value while holding it.
        package borrowing func withLock<Result: ~Copyable, Failure: Error>(
            _ body: (inout sending Value) throws(Failure) -> sending Result
        ) throws(Failure) -> sending Result {
            unsafe pthread_mutex_lock(mutex)
            defer { unsafe pthread_mutex_unlock(mutex) }
            return try unsafe body(&value.pointee)
        }

        /// Runs the body on the value if the lock is free, and returns nil if it is taken.
        package borrowing func withLockIfAvailable<Result: ~Copyable, Failure: Error>(
            _ body: (inout sending Value) throws(Failure) -> sending Result
        ) throws(Failure) -> sending Result? {
            guard unsafe pthread_mutex_trylock(mutex) == 0 else { return nil }
            defer { unsafe pthread_mutex_unlock(mutex) }
            return try unsafe body(&value.pointee)
        }
    }
#endif
