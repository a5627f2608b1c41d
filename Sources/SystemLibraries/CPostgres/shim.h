// libpq is included through its own entry.
#include <libpq-fe.h>
