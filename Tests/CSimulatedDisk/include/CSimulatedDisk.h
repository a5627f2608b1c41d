#ifndef ROSTER_SIMULATED_DISK_H
#define ROSTER_SIMULATED_DISK_H

#include <stdint.h>

/*
** A disk for SQLite that can lose its power, and whose calls can fail.
**
** A disk is a folder. Starting one puts a VFS in front of SQLite's default one; everything outside
** of the folders of disks passes by it untouched, so that other connections of the process do not
** notice. Within the folder every operation that changes something reaches the real files, as if
** nothing could go wrong, and is noted in a log with its data:
**
**     disk     records what connections do, and lets calls fail
**     replay   goes through the log of a disk and knows, at each operation, what has been synced
**     image    the files as a power cut at an operation may leave them
**
** One recorded workload can be cut anywhere, as often as one likes, without running it again.
**
** What a power cut leaves:
**
**   *  Bytes of a file that were written, and truncations, are safe once the file was synced.
**   *  The creation or deletion of a file is safe once its *folder* was synced. The unix VFS does
**      so with the first sync of a journal or write-ahead log that it has created, and with a
**      deletion if SQLite asks for it; syncing a file alone does not keep its name.
**   *  Of everything else any part may be there and any part missing, in any order. A write may be
**      torn anywhere, but does not touch bytes next to it (SQLite calls this powersafe overwrite,
**      and the unix VFS promises it as well).
**
** Shared memory (`-shm`) is not part of the disk: it is never synced, and SQLite makes it again after a
** crash. Memory mapped I/O is refused. Real files are never synced: the power that is lost here is
** not that of the machine. SQLite renames no files, so there is no operation for it.
**
** All functions may be called from several threads, except that a replay belongs to one thread at a
** time, and is made after the last write to its disk.
*/

/* ---- Disks ------------------------------------------------------------------------------------ */

typedef struct simulated_disk simulated_disk;

/*
** Starts a disk in a folder that exists. Files that are there already, except shared memory, are
** taken for synced.
**
** Returns NULL if the folder cannot be read, or there is no memory.
*/
simulated_disk *simulated_disk_start(const char *folder);

/*
** Stops a disk: its folder is an ordinary one again for files that are opened from now on. Files
** that are open stay with the disk, which is freed with the last of them and the last replay.
*/
void simulated_disk_stop(simulated_disk *disk);

/*
** Lets syncs do nothing from now on, as disks do that lie, or not. They are still in the log.
*/
void simulated_disk_ignore_syncs(simulated_disk *disk, int ignores);

/* ---- The log ---------------------------------------------------------------------------------- */

enum {
  SIMULATED_CREATE,      /* a file was created, with no bytes */
  SIMULATED_WRITE,       /* `length` bytes were written at `offset` */
  SIMULATED_TRUNCATE,    /* a file was cut to `offset` bytes */
  SIMULATED_SYNC,        /* what was written to a file is safe */
  SIMULATED_DELETE,      /* a file was deleted */
  SIMULATED_SYNC_FOLDER, /* creations and deletions are safe */
  SIMULATED_IGNORED_SYNC /* a sync that did nothing */
};

/* What was done to a file. */
typedef struct simulated_operation {
  int kind;         /* one of the above */
  int file;         /* which file; a name that is created again is a new file; -1 for the folder */
  const char *name; /* its name in the folder, "" for the folder itself */
  int64_t offset;
  int64_t length;
} simulated_operation;

/*
** The number of operations so far: the place in the log at which the next one will stand. What was
** acknowledged at a place is what every cut at this place or behind it must keep.
*/
int simulated_disk_count(simulated_disk *disk);

/* Reads an operation of the log. Returns 0 if there is none at the index. */
int simulated_disk_operation(simulated_disk *disk, int index, simulated_operation *operation);

/* ---- Power cuts ------------------------------------------------------------------------------- */

typedef struct simulated_replay simulated_replay;
typedef struct simulated_image simulated_image;

/* Which of the operations that are not safe yet are there after the cut. */
enum {
  SIMULATED_KEEP_NONE,
  SIMULATED_KEEP_ALL,
  SIMULATED_KEEP_FIRST, /* the first ones, by chance how many */
  SIMULATED_KEEP_SOME   /* any of them, by chance */
};

/* A power cut. */
typedef struct simulated_cut {
  int operation; /* how many operations were done before it */
  int keep;      /* one of the above */
  /*
  ** How writes are torn. 0: not at all. 1: at any byte, into a part that is there and one that is
  ** not. Otherwise at multiples of so many bytes of the file, where each part is there or not. With
  ** SIMULATED_KEEP_FIRST only the last write that is there is torn.
  */
  int unit;
  int garbage;   /* whether what is missing of a write may have become any bytes */
  uint64_t seed; /* of chance */
} simulated_cut;

/* Starts at the beginning of the log of a disk. Returns NULL if there is no memory. */
simulated_replay *simulated_replay_start(simulated_disk *disk);

void simulated_replay_stop(simulated_replay *replay);

/*
** Makes the image that a cut leaves, in memory. Cuts at ascending operations cost what lies between
** them; one that lies behind begins anew. Returns NULL if there is no memory.
*/
simulated_image *simulated_replay_cut(simulated_replay *replay, const simulated_cut *cut);

/* The number of operations that were not safe at the cut. */
int simulated_image_pending(const simulated_image *image);

/* The number of those that are not there, or only in part. */
int simulated_image_lost(const simulated_image *image);

/* A hash of names and bytes: cuts that leave the same files have the same. */
uint64_t simulated_image_hash(const simulated_image *image);

/* Writes the files into a folder that exists. Returns 0, or the number of the error (errno). */
int simulated_image_write(const simulated_image *image, const char *folder);

void simulated_image_free(simulated_image *image);

/* ---- Faults ----------------------------------------------------------------------------------- */

/* Kinds of calls of SQLite to the VFS; a sum of them is a set. */
enum {
  SIMULATED_CALL_OPEN = 0x001,
  SIMULATED_CALL_READ = 0x002,
  SIMULATED_CALL_WRITE = 0x004,
  SIMULATED_CALL_TRUNCATE = 0x008,
  SIMULATED_CALL_SYNC = 0x010,
  SIMULATED_CALL_SIZE = 0x020,
  SIMULATED_CALL_DELETE = 0x040,
  SIMULATED_CALL_ACCESS = 0x080,
  SIMULATED_CALL_LOCK = 0x100,
  SIMULATED_CALL_SHM_MAP = 0x200,
  SIMULATED_CALL_SHM_LOCK = 0x400,
  SIMULATED_CALL_ANY = 0x7ff
};

/* What happens to some calls to files of the disk. */
typedef struct simulated_fault {
  int calls;        /* to which kinds of calls, as a set */
  int after;        /* how many of them still work */
  int times;        /* to how many after those; -1 for all */
  int code;         /* the result code that SQLite gets; 0 (SQLITE_OK) to only stall */
  int length;       /* how many bytes of a read or write are done nevertheless */
  int milliseconds; /* how long the call stalls first */
} simulated_fault;

/*
** Sets the fault of a disk, which counts calls from now on; NULL for none. There is one at a time.
*/
void simulated_disk_fail(simulated_disk *disk, const simulated_fault *fault);

/* How many calls the fault has met. */
int simulated_disk_fault_count(simulated_disk *disk);

/* How many calls of some kinds there were since the disk was started. */
int simulated_disk_call_count(simulated_disk *disk, int calls);

/* ---- Checkpoints ------------------------------------------------------------------------------ */

/*
** Calls a function in the next checkpoint of the log of a file of the disk, between the moment when it
** reads what is in the log and the one when it reads what was moved. NULL for none.
*/
void simulated_disk_interrupt_checkpoint(
  simulated_disk *disk, void (*interruption)(void *context), void *context);

/* ---- Memory ----------------------------------------------------------------------------------- */

/*
** Puts a fault in front of the allocator of SQLite, in the whole process. Returns 0 if SQLite was
** used before, which is too late.
*/
int simulated_memory_start(void);

/*
** Lets allocations fail after some that still work: so many (`times`), or all (-1). `after` -1 ends
** the fault.
*/
void simulated_memory_fail(int64_t after, int64_t times);

/* How many allocations the fault has met. */
int64_t simulated_memory_failure_count(void);

/* How many allocations there were. */
int64_t simulated_memory_count(void);

#endif
