#include <gnutls/abstract.h>
#include <gnutls/gnutls.h>

// What is a variable that holds a function, of which Swift makes a global that may change: `shim_`
// and its name.

static inline void shim_gnutls_free(void *memory) {
    gnutls_free(memory);
}

// What is asked for the certificate of a session.
typedef gnutls_certificate_retrieve_function2 *shim_gnutls_certificate_callback;
