#include <zlib.h>

// What is a macro with arguments of the compiler's: `shim_` and its name.

static inline int shim_deflateInit2(z_stream *stream, int level, int windowBits) {
    return deflateInit2(
        stream, level, Z_DEFLATED, windowBits, 8, Z_DEFAULT_STRATEGY
    );
}

static inline int shim_inflateInit2(z_stream *stream, int windowBits) {
    return inflateInit2(stream, windowBits);
}
