#include <microhttpd.h>

// What takes arguments of any number and kind, which Swift cannot call: `shim_` and its name.

static inline struct MHD_Daemon *shim_MHD_start_daemon(
    unsigned int flags,
    MHD_AccessHandlerCallback handler,
    void *context,
    struct MHD_OptionItem *options
) {
    return MHD_start_daemon(
        flags, 0, NULL, NULL, handler, context, MHD_OPTION_ARRAY, options, MHD_OPTION_END
    );
}

static inline const union MHD_ConnectionInfo *shim_MHD_get_connection_info(
    struct MHD_Connection *connection,
    enum MHD_ConnectionInfoType type
) {
    return MHD_get_connection_info(connection, type);
}
