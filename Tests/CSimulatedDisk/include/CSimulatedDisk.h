#ifndef ROSTER_SIMULATED_DISK_H
#define ROSTER_SIMULATED_DISK_H

#include <sqlite3.h>

#endif
