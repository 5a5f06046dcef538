// clustered-server FOLDER: a log in front of a clustered LMDB, which keeps notes and nothing else.
//
// Prints 'ready PORT LMDB-VERSION PROCESS' once it serves on a free port of loopback. It begins
// empty and is stopped by a signal. One thread serves all connections; another moves notes from
// the log to LMDB. An acknowledged note is in the log, and on stable storage: all sends that arrive
// in a turn of the loop are one write and one fdatasync. Nothing is shown before it is durable. A
// crash loses nothing, but this program has no way to read the log again.
//
// A frame, all numbers most significant byte first:
//
//     length of what follows (4), number of the call (4), kind or status (1), body
//
//     send     1   sender (8), receiver (8), content           ->  id (16)
//     page     2   receiver (8), number of notes at most (2)   ->  number (4), notes, newest first
//     promise  3   0 while it is filled, or 1                  ->  nothing, once LMDB has it all
//
//     note         receiver (8) and sequence (8), which are its id; sender (8), milliseconds (8),
//                  length (2), content
//
// The answer bears the number of its call and the status 0, or 1 for what is refused. Bytes that
// are no call end the connection.
#define _GNU_SOURCE
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <lmdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    FRAME_HEAD = 9,
    SEND_HEAD = 16,
    PAGE_REQUEST = 10,
    ID = 16,
    NOTE_HEAD = ID + 18,
    CONTENT_MAX = 4096,
    PAGE_MAX = 1000,
    FRAME_MAX = FRAME_HEAD + SEND_HEAD + CONTENT_MAX,
    INPUT_ROOM = 32 << 10,
    UNSENT_MAX = 1 << 20,       // more for one client, and no more of its calls are read
    EVENT_MAX = 2048,           // as many clients can share one write to the log
    LOG_BYTES = 64 << 20,       // some 400,000 notes of 120 bytes
    MOVED_TOGETHER = 16 << 10,  // notes in one transaction of LMDB
    NAP_MAX_MICROSECONDS = 10000,
};
enum { SEND = 1, PAGE = 2, PROMISE = 3 };
enum { DONE = 0, REFUSED = 1 };

_Static_assert(INPUT_ROOM >= FRAME_MAX, "a whole frame has room");

static _Noreturn void die(const char *what) {
    fprintf(stderr, "%s: %s\n", what, strerror(errno));
    exit(1);
}

static void must(int code, const char *what) {
    if (code == MDB_SUCCESS) return;
    fprintf(stderr, "%s: %s\n", what, mdb_strerror(code));
    exit(1);
}

static void *grown(void *memory, size_t size) {
    memory = realloc(memory, size);
    if (!memory) die("memory");
    return memory;
}

static uint16_t get16(const uint8_t *from) { uint16_t n; memcpy(&n, from, 2); return be16toh(n); }
static uint32_t get32(const uint8_t *from) { uint32_t n; memcpy(&n, from, 4); return be32toh(n); }
static uint64_t get64(const uint8_t *from) { uint64_t n; memcpy(&n, from, 8); return be64toh(n); }
static void put16(uint8_t *to, uint16_t n) { n = htobe16(n); memcpy(to, &n, 2); }
static void put32(uint8_t *to, uint32_t n) { n = htobe32(n); memcpy(to, &n, 4); }
static void put64(uint8_t *to, uint64_t n) { n = htobe64(n); memcpy(to, &n, 8); }

// ---- The log and its notes in memory ----

// A log holds batches, each a head and its notes. The file is written over again once its notes are
// in LMDB: that needs no new blocks, whose metadata fdatasync would have to wait for.
struct batch {
    uint64_t generation;  // tells it from a batch that was here before
    uint64_t check;       // of what follows, so that half a batch would be told from a whole one
    uint32_t byte_count;
    uint32_t note_count;
};

struct note {
    uint32_t previous;  // where the receiver's note before it lies; 0 for none; only in memory
    uint32_t byte_count;
    uint8_t bytes[];    // as it goes over the wire
};

struct slot {
    uint64_t receiver;
    uint32_t newest;  // where his newest note lies; 0 for a free slot
};

struct generation {
    int file;
    uint64_t number;
    uint8_t *bytes;   // the file's content as far as it is used
    size_t used;
    size_t durable;
    size_t note_count;
    struct slot *slots;  // a power of two, at most half of them taken
    size_t slot_count;
    size_t receiver_count;
};

static struct generation generations[2];
static struct generation *filling = &generations[0];
static struct generation *moving;  // what LMDB is getting; readable here until it has it all
static bool is_promised = true;    // whether a note has to be durable before its answer
static uint64_t next_sequence = 1;
static uint64_t now_milliseconds;

static struct note *note_at(const struct generation *log, uint32_t place) {
    return (struct note *)(void *)(log->bytes + place);
}

static size_t padded(size_t size) { return (size + 7) & ~(size_t)7; }

static void clear(struct generation *log) {
    static uint64_t next_number = 1;
    log->number = next_number++;
    log->used = log->durable = log->note_count = log->receiver_count = 0;
    memset(log->slots, 0, log->slot_count * sizeof *log->slots);
}

// All of the file is there from the beginning, and written once, so that its blocks are too.
static void open_log(struct generation *log, const char *folder, int index) {
    char path[4096];
    if (snprintf(path, sizeof path, "%s/log-%d", folder, index) >= (int)sizeof path) die("path");
    log->file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    log->bytes = calloc(1, LOG_BYTES);
    log->slot_count = 1 << 12;
    log->slots = calloc(log->slot_count, sizeof *log->slots);
    if (log->file < 0 || !log->bytes || !log->slots) die("log");
    if (pwrite(log->file, log->bytes, LOG_BYTES, 0) != LOG_BYTES || fsync(log->file)) die("log");
    clear(log);
}

static struct slot *slot_of(const struct generation *log, uint64_t receiver) {
    uint64_t hash = receiver * 0x9E3779B97F4A7C15u;
    size_t index = (hash ^ hash >> 32) & (log->slot_count - 1);
    while (log->slots[index].newest && log->slots[index].receiver != receiver)
        index = (index + 1) & (log->slot_count - 1);
    return &log->slots[index];
}

static void double_slots(struct generation *log) {
    struct slot *old = log->slots;
    size_t old_count = log->slot_count;
    log->slot_count *= 2;
    log->slots = calloc(log->slot_count, sizeof *old);
    if (!log->slots) die("memory");
    for (size_t i = 0; i < old_count; i++)
        if (old[i].newest) *slot_of(log, old[i].receiver) = old[i];
    free(old);
}

// Makes a note readable.
static void link_note(struct generation *log, uint32_t place) {
    struct note *note = note_at(log, place);
    uint64_t receiver = get64(note->bytes);
    struct slot *slot = slot_of(log, receiver);
    note->previous = slot->newest;
    if (!slot->newest && ++log->receiver_count * 2 > log->slot_count) {
        double_slots(log);
        slot = slot_of(log, receiver);
    }
    *slot = (struct slot){receiver, place};
}

// Writes a note behind the others of the turn, and returns its place, or 0 if the log is full.
static uint32_t stage_note(const uint8_t *people, const uint8_t *content, size_t length) {
    size_t begins = filling->used == filling->durable ? sizeof(struct batch) : 0;
    size_t size = padded(sizeof(struct note) + NOTE_HEAD + length);
    if (LOG_BYTES - filling->used < begins + size) return 0;
    filling->used += begins;
    uint32_t place = (uint32_t)filling->used;
    struct note *note = note_at(filling, place);
    *note = (struct note){0, (uint32_t)(NOTE_HEAD + length)};
    memcpy(note->bytes, people + 8, 8);
    put64(note->bytes + 8, next_sequence++);
    memcpy(note->bytes + ID, people, 8);
    put64(note->bytes + ID + 8, now_milliseconds);
    put16(note->bytes + ID + 16, (uint16_t)length);
    memcpy(note->bytes + NOTE_HEAD, content, length);
    filling->used += size;
    return place;
}

static uint64_t check_of(const uint8_t *bytes, size_t count) {
    uint64_t check = count;
    for (size_t i = 0; i < count; i += 8) {
        uint64_t word;
        memcpy(&word, bytes + i, 8);
        check = (check ^ word) * 0x9E3779B97F4A7C15u;
        check ^= check >> 32;
    }
    return check;
}

// Makes the batch of this turn durable.
static void write_batch(size_t note_count) {
    uint8_t *start = filling->bytes + filling->durable;
    size_t size = filling->used - filling->durable, head = sizeof(struct batch);
    struct batch batch = {
        .generation = filling->number,
        .check = check_of(start + head, size - head),
        .byte_count = (uint32_t)size,
        .note_count = (uint32_t)note_count,
    };
    memcpy(start, &batch, head);
    ssize_t written = pwrite(filling->file, start, size, (off_t)filling->durable);
    if (written != (ssize_t)size) die("write to the log");
    if (is_promised && fdatasync(filling->file)) die("fdatasync of the log");
    filling->durable = filling->used;
    filling->note_count += note_count;
}

// ---- LMDB ----

static MDB_env *environment;
static MDB_dbi inbox;  // receiver and sequence -> the rest of the note
static MDB_dbi sent;   // sender and sequence -> receiver
static MDB_txn *reader;
static MDB_cursor *reader_cursor;
static bool is_reading;

static void open_store(const char *folder) {
    must(mdb_env_create(&environment), "LMDB");
    must(mdb_env_set_maxdbs(environment, 2), "LMDB");
    must(mdb_env_set_mapsize(environment, (size_t)64 << 30), "LMDB");
    must(mdb_env_open(environment, folder, MDB_NOTLS | MDB_NORDAHEAD, 0600), "open LMDB");
    MDB_txn *transaction;
    must(mdb_txn_begin(environment, NULL, 0, &transaction), "begin");
    must(mdb_dbi_open(transaction, "inbox", MDB_CREATE, &inbox), "inbox");
    must(mdb_dbi_open(transaction, "sent", MDB_CREATE, &sent), "sent");
    must(mdb_txn_commit(transaction), "commit");
    must(mdb_txn_begin(environment, NULL, MDB_RDONLY, &reader), "begin to read");
    must(mdb_cursor_open(reader, inbox, &reader_cursor), "cursor");
    mdb_txn_reset(reader);
}

// All pages of a turn read one snapshot.
static void begin_reading(void) {
    if (is_reading) return;
    must(mdb_txn_renew(reader), "renew");
    must(mdb_cursor_renew(reader, reader_cursor), "renew");
    is_reading = true;
}

static void end_reading(void) {
    if (is_reading) mdb_txn_reset(reader);
    is_reading = false;
}

// ---- The way from the log to LMDB ----

enum mover_state { IDLE, MOVING, MOVED };

static pthread_mutex_t mover_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t mover_turn = PTHREAD_COND_INITIALIZER;
static _Atomic enum mover_state mover_state = IDLE;
static atomic_size_t moved_count;  // entries, of which each note makes two

struct entry {
    uint64_t person;
    uint32_t place;
};

static int by_person(const void *left, const void *right) {
    const struct entry *a = left, *b = right;
    if (a->person != b->person) return a->person < b->person ? -1 : 1;
    return a->place < b->place ? -1 : 1;  // later notes lie further back
}

// Lists the notes of a log by one of their people, whose number stands `offset` bytes into each.
static void list_notes(const struct generation *log, size_t offset, struct entry *entries) {
    size_t place = 0, index = 0;
    while (place < log->durable) {
        struct batch batch;
        memcpy(&batch, log->bytes + place, sizeof batch);
        place += sizeof batch;
        for (uint32_t i = 0; i < batch.note_count; i++, index++) {
            const struct note *note = note_at(log, (uint32_t)place);
            entries[index] = (struct entry){get64(note->bytes + offset), (uint32_t)place};
            place += padded(sizeof *note + note->byte_count);
        }
    }
    qsort(entries, index, sizeof *entries, by_person);
}

static int put_into_inbox(MDB_cursor *cursor, struct note *note) {
    MDB_val key = {ID, note->bytes}, value = {note->byte_count - ID, note->bytes + ID};
    return mdb_cursor_put(cursor, &key, &value, 0);
}

static int put_into_sent(MDB_cursor *cursor, struct note *note) {
    uint8_t name[ID];
    memcpy(name, note->bytes + ID, 8);
    memcpy(name + 8, note->bytes + 8, 8);
    MDB_val key = {ID, name}, value = {8, note->bytes};
    return mdb_cursor_put(cursor, &key, &value, 0);
}

// Puts notes into a table, in its own order, so that each page of it is changed once or twice.
static void move_notes(
    const struct generation *log, MDB_dbi table, const struct entry *entries,
    int (*put)(MDB_cursor *, struct note *)
) {
    for (size_t start = 0; start < log->note_count; start += MOVED_TOGETHER) {
        size_t rest = log->note_count - start;
        size_t count = rest < MOVED_TOGETHER ? rest : MOVED_TOGETHER;
        MDB_txn *transaction;
        MDB_cursor *cursor;
        must(mdb_txn_begin(environment, NULL, 0, &transaction), "begin");
        must(mdb_cursor_open(transaction, table, &cursor), "cursor");
        for (size_t i = start; i < start + count; i++)
            must(put(cursor, note_at(log, entries[i].place)), "put");
        mdb_cursor_close(cursor);
        must(mdb_txn_commit(transaction), "commit");
        atomic_fetch_add(&moved_count, count);
    }
}

static void *move_logs(void *nothing) {
    for (;;) {
        pthread_mutex_lock(&mover_lock);
        while (mover_state != MOVING) pthread_cond_wait(&mover_turn, &mover_lock);
        pthread_mutex_unlock(&mover_lock);
        struct entry *entries = grown(NULL, (moving->note_count + 1) * sizeof *entries);
        list_notes(moving, 0, entries);
        move_notes(moving, inbox, entries, put_into_inbox);
        list_notes(moving, ID, entries);
        move_notes(moving, sent, entries, put_into_sent);
        free(entries);
        pthread_mutex_lock(&mover_lock);
        mover_state = MOVED;
        pthread_cond_signal(&mover_turn);
        pthread_mutex_unlock(&mover_lock);
    }
    return nothing;
}

// Forgets the notes that LMDB has; a snapshot from before has to end first.
static void forget_moved(void) {
    if (mover_state != MOVED) return;
    end_reading();
    clear(moving);
    moving = NULL;
    mover_state = IDLE;
}

static void wait_for_mover(void) {
    pthread_mutex_lock(&mover_lock);
    while (mover_state == MOVING) pthread_cond_wait(&mover_turn, &mover_lock);
    pthread_mutex_unlock(&mover_lock);
    forget_moved();
}

// Hands the log over to the mover, and goes on with the other one.
static void change_logs(void) {
    wait_for_mover();
    pthread_mutex_lock(&mover_lock);
    moving = filling;
    filling = moving == generations ? generations + 1 : generations;
    moved_count = 0;
    mover_state = MOVING;
    pthread_cond_signal(&mover_turn);
    pthread_mutex_unlock(&mover_lock);
}

// Slows sends down by as much as the mover is behind, before a full log would stop them.
static void nap(void) {
    if (mover_state != MOVING || !is_promised) return;
    double moved = (double)moved_count / (2.0 * (double)moving->note_count + 1);
    double lag = (double)filling->used / LOG_BYTES - moved;
    if (lag > 0) usleep((useconds_t)(lag * NAP_MAX_MICROSECONDS));
}

// ---- Connections ----

struct connection {
    int socket;  // -1 once it has ended
    uint32_t interest;
    bool has_output;  // and is in the list of those
    struct connection *next;
    uint8_t *output;
    size_t output_count, output_room, sent_count;
    size_t input_count;
    uint8_t input[INPUT_ROOM];
};

struct pending {
    struct connection *connection;
    uint32_t call;
    uint32_t place;
};

static int poller;
static struct connection *with_output;
static struct connection *ended[EVENT_MAX];  // kept to the end of the turn: sends point at them
static size_t ended_count;
static struct pending *pending;  // sends of this turn
static size_t pending_count, pending_room;

static void end(struct connection *connection) {
    if (connection->socket < 0) return;
    close(connection->socket);
    connection->socket = -1;
    ended[ended_count++] = connection;  // each has had an event in this turn
}

static uint8_t *room(struct connection *connection, size_t size) {
    size_t needed = connection->output_count + size;
    if (needed > connection->output_room) {
        connection->output_room = needed * 2;
        connection->output = grown(connection->output, connection->output_room);
    }
    return connection->output + connection->output_count;
}

static void append(struct connection *connection, const void *bytes, size_t size) {
    memcpy(room(connection, size), bytes, size);
    connection->output_count += size;
}

// Begins an answer, and returns where it does.
static size_t begin_answer(struct connection *connection, uint32_t call, uint8_t status) {
    size_t start = connection->output_count;
    uint8_t *head = room(connection, FRAME_HEAD);
    put32(head + 4, call);
    head[8] = status;
    connection->output_count += FRAME_HEAD;
    if (!connection->has_output) {
        connection->has_output = true;
        connection->next = with_output;
        with_output = connection;
    }
    return start;
}

static void end_answer(struct connection *connection, size_t start) {
    put32(connection->output + start, (uint32_t)(connection->output_count - start - 4));
}

static void answer(struct connection *connection, uint32_t call, uint8_t status) {
    end_answer(connection, begin_answer(connection, call, status));
}

static void want(struct connection *connection) {
    size_t unsent = connection->output_count - connection->sent_count;
    uint32_t interest = (unsent > UNSENT_MAX ? 0 : EPOLLIN) | (unsent ? EPOLLOUT : 0);
    if (interest == connection->interest) return;
    connection->interest = interest;
    struct epoll_event event = {interest, {.ptr = connection}};
    if (epoll_ctl(poller, EPOLL_CTL_MOD, connection->socket, &event)) die("epoll");
}

static void flush(struct connection *connection) {
    while (connection->socket >= 0 && connection->sent_count < connection->output_count) {
        ssize_t count = send(
            connection->socket, connection->output + connection->sent_count,
            connection->output_count - connection->sent_count, MSG_NOSIGNAL
        );
        if (count < 0 && errno == EAGAIN) break;
        if (count < 0) end(connection);
        else connection->sent_count += (size_t)count;
    }
    if (connection->sent_count == connection->output_count)
        connection->sent_count = connection->output_count = 0;
    if (connection->socket >= 0) want(connection);
}

static void flush_all(void) {
    while (with_output) {
        struct connection *connection = with_output;
        with_output = connection->next;
        connection->has_output = false;
        flush(connection);
    }
}

// ---- The three calls ----

// Makes the sends of this turn durable, then readable, and answers them.
static void commit(void) {
    if (!pending_count) return;
    write_batch(pending_count);
    for (size_t i = 0; i < pending_count; i++) {
        struct connection *connection = pending[i].connection;
        link_note(filling, pending[i].place);
        if (connection->socket < 0) continue;
        size_t start = begin_answer(connection, pending[i].call, DONE);
        append(connection, note_at(filling, pending[i].place)->bytes, ID);
        end_answer(connection, start);
    }
    pending_count = 0;
    nap();
}

static bool take_send(
    struct connection *connection, uint32_t call, const uint8_t *body, size_t size
) {
    if (size < SEND_HEAD) return false;
    size_t length = size - SEND_HEAD;
    if (length == 0 || length > CONTENT_MAX) {
        answer(connection, call, REFUSED);
        return true;
    }
    uint32_t place = stage_note(body, body + SEND_HEAD, length);
    if (!place) {
        commit();
        change_logs();
        place = stage_note(body, body + SEND_HEAD, length);
    }
    if (pending_count == pending_room) {
        pending_room = pending_room * 2 + 1024;
        pending = grown(pending, pending_room * sizeof *pending);
    }
    pending[pending_count++] = (struct pending){connection, call, place};
    return true;
}

// Appends the newest notes of a log; `oldest` becomes the id of the last one.
static uint32_t append_logged(
    struct connection *connection, const struct generation *log, const uint8_t *receiver,
    uint32_t count_max, uint8_t oldest[ID]
) {
    uint32_t count = 0;
    uint32_t place = log ? slot_of(log, get64(receiver))->newest : 0;
    for (; place && count < count_max; count++) {
        const struct note *note = note_at(log, place);
        append(connection, note->bytes, note->byte_count);
        memcpy(oldest, note->bytes, ID);
        place = note->previous;
    }
    return count;
}

// Appends the newest notes of LMDB that are older than a note.
static uint32_t append_stored(
    struct connection *connection, uint32_t count_max, const uint8_t oldest[ID]
) {
    if (!count_max) return 0;
    begin_reading();
    uint32_t count = 0;
    MDB_val key = {ID, (void *)(uintptr_t)oldest}, value;
    int code = mdb_cursor_get(reader_cursor, &key, &value, MDB_SET_RANGE);
    code = mdb_cursor_get(reader_cursor, &key, &value, code ? MDB_LAST : MDB_PREV);
    for (; !code && count < count_max && !memcmp(key.mv_data, oldest, 8); count++) {
        append(connection, key.mv_data, ID);
        append(connection, value.mv_data, value.mv_size);
        code = mdb_cursor_get(reader_cursor, &key, &value, MDB_PREV);
    }
    if (code && code != MDB_NOTFOUND) must(code, "read");
    return count;
}

static bool take_page(
    struct connection *connection, uint32_t call, const uint8_t *body, size_t size
) {
    if (size != PAGE_REQUEST) return false;
    uint32_t left = get16(body + 8), wanted = left;
    if (wanted > PAGE_MAX) {
        answer(connection, call, REFUSED);
        return true;
    }
    uint8_t oldest[ID];
    memcpy(oldest, body, 8);
    memset(oldest + 8, 0xFF, 8);
    size_t start = begin_answer(connection, call, DONE);
    append(connection, (uint8_t[4]){0}, 4);
    left -= append_logged(connection, filling, body, left, oldest);
    left -= append_logged(connection, moving, body, left, oldest);
    left -= append_stored(connection, left, oldest);
    put32(connection->output + start + FRAME_HEAD, wanted - left);
    end_answer(connection, start);
    return true;
}

static bool take_promise(
    struct connection *connection, uint32_t call, const uint8_t *body, size_t size
) {
    if (size != 1 || body[0] > 1) return false;
    commit();
    change_logs();
    wait_for_mover();
    is_promised = body[0] == 1;
    must(mdb_env_set_flags(environment, MDB_NOSYNC, !is_promised), "flags");
    must(mdb_env_sync(environment, 1), "sync");
    answer(connection, call, DONE);
    return true;
}

static bool take_call(struct connection *connection, const uint8_t *frame, size_t size) {
    uint32_t call = get32(frame + 4);
    const uint8_t *body = frame + FRAME_HEAD;
    switch (frame[8]) {
    case SEND: return take_send(connection, call, body, size - FRAME_HEAD);
    case PAGE: return take_page(connection, call, body, size - FRAME_HEAD);
    case PROMISE: return take_promise(connection, call, body, size - FRAME_HEAD);
    default: return false;
    }
}

// ---- The loop ----

static void take_calls(struct connection *connection) {
    size_t start = 0;
    while (connection->input_count - start >= FRAME_HEAD) {
        size_t length = get32(connection->input + start);
        bool is_frame = length >= FRAME_HEAD - 4 && length <= FRAME_MAX - 4;
        if (is_frame && connection->input_count - start < length + 4) break;
        if (!is_frame || !take_call(connection, connection->input + start, length + 4)) {
            end(connection);
            return;
        }
        start += length + 4;
    }
    connection->input_count -= start;
    memmove(connection->input, connection->input + start, connection->input_count);
}

static void receive(struct connection *connection) {
    ssize_t count = recv(
        connection->socket, connection->input + connection->input_count,
        INPUT_ROOM - connection->input_count, 0
    );
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (count <= 0) {
        end(connection);
        return;
    }
    connection->input_count += (size_t)count;
    take_calls(connection);
}

static void accept_all(int listener) {
    int socket, yes = 1;
    while ((socket = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0) {
        struct connection *connection = calloc(1, sizeof *connection);
        if (!connection) die("memory");
        connection->socket = socket;
        connection->interest = EPOLLIN;
        setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        struct epoll_event event = {EPOLLIN, {.ptr = connection}};
        if (epoll_ctl(poller, EPOLL_CTL_ADD, socket, &event)) die("epoll");
    }
}

static void serve(struct connection *connection, uint32_t events) {
    if (events & EPOLLOUT) flush(connection);
    if (connection->socket >= 0 && events & (EPOLLIN | EPOLLHUP | EPOLLERR)) receive(connection);
}

static void free_ended(void) {
    for (size_t i = 0; i < ended_count; i++) {
        free(ended[i]->output);
        free(ended[i]);
    }
    ended_count = 0;
}

// Takes what has arrived. Pages leave before sends are made durable, sends after.
static void take_turn(int listener) {
    static struct epoll_event events[EVENT_MAX];
    int count = epoll_wait(poller, events, EVENT_MAX, -1);
    if (count < 0 && errno != EINTR) die("epoll");
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    now_milliseconds = (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
    forget_moved();
    for (int i = 0; i < count; i++) {
        if (events[i].data.ptr) serve(events[i].data.ptr, events[i].events);
        else accept_all(listener);
    }
    end_reading();
    flush_all();
    commit();
    flush_all();
    free_ended();
}

static int listen_on_loopback(void) {
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    struct sockaddr_in address = {.sin_family = AF_INET};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    struct epoll_event event = {EPOLLIN, {.ptr = NULL}};
    if (listener < 0 || bind(listener, (struct sockaddr *)&address, size)
        || listen(listener, SOMAXCONN)
        || getsockname(listener, (struct sockaddr *)&address, &size)
        || epoll_ctl(poller, EPOLL_CTL_ADD, listener, &event))
        die("listen");
    printf("ready %d %d.%d.%d %d\n", ntohs(address.sin_port), MDB_VERSION_MAJOR,
        MDB_VERSION_MINOR, MDB_VERSION_PATCH, (int)getpid());
    fflush(stdout);
    return listener;
}

int main(int argument_count, char **arguments) {
    if (argument_count != 2) {
        fprintf(stderr, "usage: clustered-server FOLDER\n");
        return 64;
    }
    open_store(arguments[1]);
    open_log(&generations[0], arguments[1], 0);
    open_log(&generations[1], arguments[1], 1);
    pthread_t mover;
    if (pthread_create(&mover, NULL, move_logs, NULL)) die("thread");
    poller = epoll_create1(EPOLL_CLOEXEC);
    if (poller < 0) die("epoll");
    int listener = listen_on_loopback();
    for (;;) take_turn(listener);
}
