/*
 * A disk that is watched and can fail, for LD_PRELOAD.
 *
 * It stands between a program and the C library, for files at and below one folder (the root):
 * - DISK_TRACE=FILE: records each call that changes a file or a name, in order, with its data, and
 *   what the program writes into its journal (DISK_JOURNAL=FILE), the acknowledgements among it.
 * - DISK_FAIL=CALL:COUNT:FAILURE[:always]: makes the COUNT-th call (from 1) fail, and with "always"
 *   all that follow. CALL is sync, write or settled (a write through O_DSYNC); FAILURE is EIO,
 *   ENOSPC or short. The file DISK_FIRED is made when it happens. With DISK_FAIL_BELOW=FOLDER only
 *   calls for what is at or below that folder are counted.
 * - DISK_KILL=N: the process dies by SIGKILL right after the N-th record. A further run may go on
 *   with the same trace: the system's memory of files survives a process.
 * - DISK_SYNC_MICROSECONDS=N: a flush takes up to N microseconds longer, so that calls of other
 *   threads fall into it.
 * - DISK_LIE=file|folder|settled: flushes of files, of folders, or writes through O_DSYNC are
 *   recorded as if they had made nothing durable.
 *
 * What cannot be recorded ends the program: a shared writable mapping of a file below the root
 * (LMDB's lock file is exempt: its content means nothing after a power cut).
 *
 * Paths must be absolute. A trace is a list of records, each this header, then `path` bytes of
 * path and `data` bytes of data, in the machine's byte order.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind {
    OPENED = 1,      /* file, path; offset: flags below */
    WRITTEN = 2,     /* file, offset, data */
    SETTLED = 3,     /* file, offset, length: what was written there is durable */
    RESIZED = 4,     /* file, offset: the new size */
    SYNC_BEGUN = 5,  /* file, offset: the number of this flush */
    SYNC_ENDED = 6,  /* file, offset: the number of this flush */
    RENAMED = 7,     /* path: the old one; data: the new one */
    UNLINKED = 8,    /* path */
    MADE_FOLDER = 9, /* path */
    REMOVED_FOLDER = 10, /* path */
    NOTED = 11,      /* data: what went into the journal */
    SYNC_FAILED = 12, /* file: what was not yet flushed may be lost for good */
};
enum { WAS_CREATED = 1, WAS_EMPTIED = 2, IS_FOLDER = 4 };

struct header {
    uint32_t kind, file;
    int64_t offset;
    uint32_t length, path, data, reserved;
};

enum { DESCRIPTOR_MAX = 4096, FILE_MAX = 65536, OUTSIDE = 0, JOURNAL = UINT32_MAX };

/* A thread that has it may end the process, for which it takes it once more. */
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static const char *root, *journal, *fired;
static size_t root_length;
static const char *lie = "";
static int trace = -1, sync_microseconds;
static uint32_t file_of[DESCRIPTOR_MAX]; /* by descriptor */
static const char *failing_place;
static int is_failing_place[DESCRIPTOR_MAX]; /* whether the descriptor's calls can be made fail */
static int is_settling[DESCRIPTOR_MAX];  /* whether the descriptor has O_DSYNC or O_SYNC */
static struct { dev_t device; ino_t inode; } known[FILE_MAX]; /* by file - 1 */
static uint32_t file_count;
static int64_t sync_count;
static long records_left; /* until the process dies; 0 for never */
static struct { char call[16]; long count; int error, is_short, is_always; } failing;
static long call_count;
static int has_fired;

#define REAL(name) ((__typeof__(&name))real(#name))
static void *real(const char *name) { return dlsym(RTLD_NEXT, name); }

static void stop(const char *reason) {
    dprintf(STDERR_FILENO, "disk: %s\n", reason);
    _exit(70);
}

static void read_failure(const char *text) {
    char error[16] = "", always[16] = "";
    int count = sscanf(text, "%15[^:]:%ld:%15[^:]:%15s", failing.call, &failing.count, error, always);
    if (count < 3) stop("DISK_FAIL is not CALL:COUNT:FAILURE[:always].");
    failing.is_short = !strcmp(error, "short");
    failing.error = !strcmp(error, "ENOSPC") ? ENOSPC : EIO;
    failing.is_always = !strcmp(always, "always");
}

__attribute__((constructor)) static void start(void) {
    root = getenv("DISK_ROOT");
    if (!root) return;
    root_length = strlen(root);
    journal = getenv("DISK_JOURNAL");
    fired = getenv("DISK_FIRED");
    const char *path = getenv("DISK_TRACE"), *microseconds = getenv("DISK_SYNC_MICROSECONDS");
    const char *failure = getenv("DISK_FAIL"), *records = getenv("DISK_KILL");
    failing_place = getenv("DISK_FAIL_BELOW");
    if (records) records_left = atol(records);
    if (getenv("DISK_LIE")) lie = getenv("DISK_LIE");
    if (microseconds) sync_microseconds = atoi(microseconds);
    if (failure && *failure) read_failure(failure);
    if (path) {
        trace = REAL(open)(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
        if (trace < 0) stop("The trace cannot be opened.");
    }
}

static void record(struct header header, const char *path, const struct iovec *data, int count) {
    if (trace < 0) return;
    header.path = path ? strlen(path) : 0;
    struct iovec parts[2 + count];
    parts[0] = (struct iovec){&header, sizeof header};
    parts[1] = (struct iovec){(void *)path, header.path};
    ssize_t whole = sizeof header + header.path;
    for (int index = 0; index < count; index++) {
        parts[2 + index] = data[index];
        header.data += data[index].iov_len;
        whole += data[index].iov_len;
    }
    if (syscall(SYS_writev, trace, parts, 2 + count) != whole) stop("The trace has no room.");
    if (records_left > 0 && --records_left == 0) {
        kill(getpid(), SIGKILL);
        for (;;) pause();
    }
}

static int is_at_or_below(const char *path, const char *folder, size_t length) {
    return !strncmp(path, folder, length) && (path[length] == 0 || path[length] == '/');
}

static int is_inside(const char *path) {
    return root && is_at_or_below(path, root, root_length);
}

static uint32_t file(int descriptor) {
    return descriptor >= 0 && descriptor < DESCRIPTOR_MAX ? file_of[descriptor] : OUTSIDE;
}

/* Whether this call has to fail; counted under the lock. */
static int fails(int descriptor, const char *call, int is_settled) {
    if (!is_failing_place[descriptor]) return 0;
    int is_meant = !strcmp(failing.call, call) || (is_settled && !strcmp(failing.call, "settled"));
    if (!is_meant) return 0;
    call_count++;
    if (call_count != failing.count && !(failing.is_always && call_count > failing.count)) return 0;
    if (!has_fired && fired) {
        int descriptor = REAL(open)(fired, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
        if (descriptor >= 0) REAL(close)(descriptor);
    }
    return has_fired = 1;
}

/* --- the end ----------------------------------------------------------------------------- */

/*
 * The system cuts a write of several pages short when another thread ends the process: so it ends
 * between two calls, with whole records. The lock is never given back.
 */
static void end_between_calls(void) { pthread_mutex_lock(&lock); }

#define END(name)               \
    void name(int status) {     \
        end_between_calls();    \
        REAL(name)(status);     \
        __builtin_unreachable(); \
    }
END(_exit)
END(_Exit)

/* For exit(3), which ends by a call that nothing can stand before. */
__attribute__((destructor)) static void finish(void) { end_between_calls(); }

/* --- names ------------------------------------------------------------------------------- */

static uint32_t identify(int descriptor, int is_new) {
    struct stat status;
    if (fstat(descriptor, &status)) return OUTSIDE;
    for (uint32_t index = file_count; index > 0 && !is_new; index--)
        if (known[index - 1].inode == status.st_ino && known[index - 1].device == status.st_dev)
            return index;
    if (file_count == FILE_MAX) stop("Too many files.");
    known[file_count].inode = status.st_ino;
    known[file_count].device = status.st_dev;
    return ++file_count;
}

static int open_watched(const char *path, int flags, mode_t mode) {
    if (journal && !strcmp(path, journal)) {
        int descriptor = REAL(open)(path, flags, mode);
        if (descriptor >= 0 && descriptor < DESCRIPTOR_MAX) file_of[descriptor] = JOURNAL;
        return descriptor;
    }
    if (!is_inside(path)) return REAL(open)(path, flags, mode);
    pthread_mutex_lock(&lock);
    struct stat status;
    int was_there = !stat(path, &status);
    int descriptor = REAL(open)(path, flags, mode), error = errno;
    if (descriptor >= DESCRIPTOR_MAX) stop("Too many descriptors.");
    if (descriptor >= 0) {
        int what = was_there ? 0 : WAS_CREATED;
        if (was_there && (flags & O_TRUNC) && status.st_size > 0) what |= WAS_EMPTIED;
        if (was_there && S_ISDIR(status.st_mode)) what |= IS_FOLDER;
        file_of[descriptor] = identify(descriptor, !was_there);
        is_failing_place[descriptor] = !failing_place || !*failing_place
            || is_at_or_below(path, failing_place, strlen(failing_place));
        is_settling[descriptor] = (flags & (O_DSYNC | O_SYNC)) != 0;
        struct header header = {.kind = OPENED, .file = file_of[descriptor], .offset = what};
        record(header, path, 0, 0);
    }
    pthread_mutex_unlock(&lock);
    errno = error;
    return descriptor;
}

#define OPEN(name)                                                  \
    int name(const char *path, int flags, ...) {                    \
        va_list rest;                                               \
        va_start(rest, flags);                                      \
        mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
        va_end(rest);                                               \
        return open_watched(path, flags, mode);                     \
    }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                \
    int name(int folder, const char *path, int flags, ...) {        \
        va_list rest;                                               \
        va_start(rest, flags);                                      \
        mode_t mode = flags & (O_CREAT | __O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
        va_end(rest);                                               \
        if (path[0] == '/') return open_watched(path, flags, mode); \
        if (file(folder) != OUTSIDE) stop("A relative path below the root.");     \
        return REAL(openat)(folder, path, flags, mode);             \
    }
OPENAT(openat)
OPENAT(openat64)

int creat(const char *path, mode_t mode) {
    return open_watched(path, O_WRONLY | O_CREAT | O_TRUNC, mode);
}

int close(int descriptor) {
    pthread_mutex_lock(&lock);
    if (file(descriptor) != OUTSIDE) file_of[descriptor] = OUTSIDE;
    int result = REAL(close)(descriptor), error = errno;
    pthread_mutex_unlock(&lock);
    errno = error;
    return result;
}

static int note_name(int result, enum kind kind, const char *path, const char *target) {
    int error = errno;
    if (result == 0) {
        struct header header = {.kind = kind};
        struct iovec data = {(void *)target, target ? strlen(target) : 0};
        record(header, path, &data, target ? 1 : 0);
    }
    pthread_mutex_unlock(&lock);
    errno = error;
    return result;
}

int rename(const char *path, const char *target) {
    if (!is_inside(path) && !is_inside(target)) return REAL(rename)(path, target);
    if (!is_inside(path) || !is_inside(target)) stop("A name moves over the root's border.");
    pthread_mutex_lock(&lock);
    return note_name(REAL(rename)(path, target), RENAMED, path, target);
}

int unlink(const char *path) {
    if (!is_inside(path)) return REAL(unlink)(path);
    pthread_mutex_lock(&lock);
    return note_name(REAL(unlink)(path), UNLINKED, path, 0);
}

int mkdir(const char *path, mode_t mode) {
    if (!is_inside(path)) return REAL(mkdir)(path, mode);
    pthread_mutex_lock(&lock);
    return note_name(REAL(mkdir)(path, mode), MADE_FOLDER, path, 0);
}

int rmdir(const char *path) {
    if (!is_inside(path)) return REAL(rmdir)(path);
    pthread_mutex_lock(&lock);
    return note_name(REAL(rmdir)(path), REMOVED_FOLDER, path, 0);
}

int link(const char *path, const char *target) {
    if (is_inside(path) || is_inside(target)) stop("link is not recorded.");
    return REAL(link)(path, target);
}

/* --- data -------------------------------------------------------------------------------- */

static size_t byte_count(const struct iovec *data, int count) {
    size_t sum = 0;
    for (int index = 0; index < count; index++) sum += data[index].iov_len;
    return sum;
}

/* Writes at `offset`, or at the descriptor's own place when that is below 0. */
static ssize_t write_watched(int descriptor, const struct iovec *data, int count, off_t offset) {
    uint32_t target = file(descriptor);
    pthread_mutex_lock(&lock);
    off_t place = offset;
    ssize_t result;
    struct iovec cut = {data[0].iov_base, data[0].iov_len};
    if (target != JOURNAL && fails(descriptor, "write", is_settling[descriptor])) {
        if (!failing.is_short || byte_count(data, count) < 2) {
            pthread_mutex_unlock(&lock);
            errno = failing.error;
            return -1;
        }
        cut.iov_len = (data[0].iov_len + 1) / 2;
        data = &cut;
        count = 1;
    }
    if (place < 0) {
        int flags = fcntl(descriptor, F_GETFL);
        place = lseek(descriptor, 0, flags & O_APPEND ? SEEK_END : SEEK_CUR);
    }
    result = offset < 0 ? REAL(writev)(descriptor, data, count)
                        : REAL(pwritev)(descriptor, data, count, offset);
    int error = errno;
    if (result > 0) {
        if (byte_count(data, count) != (size_t)result) stop("A write was short by itself.");
        struct header header = {.kind = target == JOURNAL ? NOTED : WRITTEN, .file = target,
                                .offset = place};
        record(header, 0, data, count);
        if (target != JOURNAL && is_settling[descriptor]) {
            struct header settled = {
                .kind = SETTLED, .file = target, .offset = place, .length = result};
            if (strcmp(lie, "settled")) record(settled, 0, 0, 0);
        }
    }
    pthread_mutex_unlock(&lock);
    errno = error;
    return result;
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    if (file(descriptor) == OUTSIDE) return REAL(write)(descriptor, bytes, count);
    struct iovec data = {(void *)bytes, count};
    return write_watched(descriptor, &data, 1, -1);
}

ssize_t writev(int descriptor, const struct iovec *data, int count) {
    if (file(descriptor) == OUTSIDE) return REAL(writev)(descriptor, data, count);
    return write_watched(descriptor, data, count, -1);
}

#define PWRITE(name)                                                              \
    ssize_t name(int descriptor, const void *bytes, size_t count, off_t offset) { \
        if (file(descriptor) == OUTSIDE) return REAL(pwrite)(descriptor, bytes, count, offset); \
        struct iovec data = {(void *)bytes, count};                               \
        return write_watched(descriptor, &data, 1, offset);                       \
    }
PWRITE(pwrite)
PWRITE(pwrite64)

#define PWRITEV(name)                                                             \
    ssize_t name(int descriptor, const struct iovec *data, int count, off_t offset) { \
        if (file(descriptor) == OUTSIDE) return REAL(pwritev)(descriptor, data, count, offset); \
        return write_watched(descriptor, data, count, offset);                    \
    }
PWRITEV(pwritev)
PWRITEV(pwritev64)

static int note_size(int result, int descriptor, off_t size) {
    int error = errno;
    if (result == 0) {
        struct header header = {.kind = RESIZED, .file = file(descriptor), .offset = size};
        record(header, 0, 0, 0);
    }
    pthread_mutex_unlock(&lock);
    errno = error;
    return result;
}

#define FTRUNCATE(name)                                                           \
    int name(int descriptor, off_t size) {                                        \
        if (file(descriptor) == OUTSIDE) return REAL(ftruncate)(descriptor, size); \
        pthread_mutex_lock(&lock);                                                \
        return note_size(REAL(ftruncate)(descriptor, size), descriptor, size);    \
    }
FTRUNCATE(ftruncate)
FTRUNCATE(ftruncate64)

static int allocate(int descriptor, int mode, off_t offset, off_t count) {
    if (mode & ~FALLOC_FL_KEEP_SIZE) stop("fallocate is recorded for growing only.");
    pthread_mutex_lock(&lock);
    struct stat status;
    if (fails(descriptor, "write", 0)) {
        pthread_mutex_unlock(&lock);
        errno = failing.error;
        return -1;
    }
    int result = REAL(fallocate)(descriptor, mode, offset, count);
    off_t size = fstat(descriptor, &status) ? 0 : status.st_size;
    return note_size(result, descriptor, size);
}

#define FALLOCATE(name)                                                           \
    int name(int descriptor, int mode, off_t offset, off_t count) {               \
        if (file(descriptor) == OUTSIDE)                                          \
            return REAL(fallocate)(descriptor, mode, offset, count);              \
        return allocate(descriptor, mode, offset, count);                         \
    }
FALLOCATE(fallocate)
FALLOCATE(fallocate64)

#define POSIX_FALLOCATE(name)                                                     \
    int name(int descriptor, off_t offset, off_t count) {                         \
        if (file(descriptor) == OUTSIDE)                                          \
            return REAL(posix_fallocate)(descriptor, offset, count);              \
        return allocate(descriptor, 0, offset, count) ? errno : 0;                \
    }
POSIX_FALLOCATE(posix_fallocate)
POSIX_FALLOCATE(posix_fallocate64)

static int flush(int descriptor, int (*call)(int)) {
    pthread_mutex_lock(&lock);
    if (fails(descriptor, "sync", 0)) {
        struct header failed = {.kind = SYNC_FAILED, .file = file(descriptor)};
        record(failed, 0, 0, 0);
        pthread_mutex_unlock(&lock);
        errno = failing.error;
        return -1;
    }
    struct stat status;
    int is_folder = !fstat(descriptor, &status) && S_ISDIR(status.st_mode);
    int lies = !strcmp(lie, is_folder ? "folder" : "file");
    struct header header = {.kind = SYNC_BEGUN, .file = file(descriptor), .offset = ++sync_count};
    if (!lies) record(header, 0, 0, 0);
    pthread_mutex_unlock(&lock);
    /* Without the lock: what others write meanwhile is not part of this flush. */
    if (sync_microseconds > 0) usleep((useconds_t)(random() % (sync_microseconds + 1)));
    int result = call(descriptor), error = errno;
    pthread_mutex_lock(&lock);
    header.kind = SYNC_ENDED;
    if (result == 0 && !lies) record(header, 0, 0, 0);
    pthread_mutex_unlock(&lock);
    errno = error;
    return result;
}

int fsync(int descriptor) {
    if (file(descriptor) == OUTSIDE || file(descriptor) == JOURNAL) return REAL(fsync)(descriptor);
    return flush(descriptor, REAL(fsync));
}

int fdatasync(int descriptor) {
    if (file(descriptor) == OUTSIDE || file(descriptor) == JOURNAL)
        return REAL(fdatasync)(descriptor);
    return flush(descriptor, REAL(fdatasync));
}

int sync_file_range(int descriptor, off_t offset, off_t count, unsigned int flags) {
    if (file(descriptor) != OUTSIDE) return 0; /* It promises nothing: nothing is recorded. */
    return REAL(sync_file_range)(descriptor, offset, count, flags);
}

static int is_lock_file(int descriptor) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t count = readlink(link, path, sizeof path - 1);
    path[count < 0 ? 0 : count] = 0;
    const char *name = strrchr(path, '/');
    return name && !strcmp(name, "/lock.mdb");
}

#define MMAP(name)                                                                \
    void *name(void *place, size_t count, int protection, int flags, int descriptor, off_t offset) { \
        int is_write = (flags & MAP_SHARED) && (protection & PROT_WRITE);         \
        if (is_write && file(descriptor) != OUTSIDE && !is_lock_file(descriptor)) \
            stop("A file below the root is mapped to be written.");               \
        return REAL(mmap)(place, count, protection, flags, descriptor, offset);   \
    }
MMAP(mmap)
MMAP(mmap64)
