#include <gnutls/abstract.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>

// What is a variable that holds a function, of which Swift makes a global that may change: `shim_`
// and its name.

static inline void shim_gnutls_free(void *memory) {
    gnutls_free(memory);
}

// What is asked for the certificate of a session.
typedef gnutls_certificate_retrieve_function2 *shim_gnutls_certificate_callback;

// Verifies what a client has shown, as a certificate for clients: an array of a union is needed.
static inline int shim_gnutls_verify_client(gnutls_session_t session, unsigned int *status) {
    gnutls_typed_vdata_st purpose = {
        .type = GNUTLS_DT_KEY_PURPOSE_OID,
        .data = (unsigned char *)GNUTLS_KP_TLS_WWW_CLIENT,
    };
    return gnutls_certificate_verify_peers(session, &purpose, 1, status);
}
