#ifndef ROSTER_DISK_VFS_H
#define ROSTER_DISK_VFS_H

#include "Disk.h"

/*
** Leads what SQLite does in the folder of a disk to the disk, from now on. Returns 0 if SQLite has
** no file system of its own to put this one in front of.
*/
int disk_vfs_add(simulated_disk *disk);
void disk_vfs_remove(simulated_disk *disk);

/* The file that has a name now, -1 if there is none. The mutex is held. */
int disk_find_file(simulated_disk *disk, const char *name);

/* Adds a file; -1 if there is no memory. The mutex is held. */
int disk_add_file(simulated_disk *disk, const char *name);

/* Appends an operation to the log; returns 0 if there is no memory. The mutex is held. */
int disk_note(
  simulated_disk *disk, int kind, int file, int64_t offset, const void *data, int64_t length
);

/* Counts a call. Returns whether the disk's fault meets it, and copies that. */
int disk_meet_fault(simulated_disk *disk, int call, simulated_fault *fault);

#endif
