#include <sqlite3.h>

// What Swift cannot call: SQLITE_TRANSIENT is a cast, and sqlite3_db_config(2) takes any arguments.

static inline int shim_bind_text(sqlite3_stmt *statement, int index, const char *text, int count) {
    // Without an address it would bind NULL, and Swift may have none for an empty text.
    return sqlite3_bind_text(statement, index, text ? text : "", count, SQLITE_TRANSIENT);
}

static inline int shim_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return sqlite3_bind_blob(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

static inline int shim_db_config(sqlite3 *connection, int option, int value) {
    return sqlite3_db_config(connection, option, value, (int *)0);
}
