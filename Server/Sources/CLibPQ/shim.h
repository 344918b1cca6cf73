#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
// Debian's place, for machines without pkg-config.
#include <postgresql/libpq-fe.h>
#endif
