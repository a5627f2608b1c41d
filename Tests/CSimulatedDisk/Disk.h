#ifndef ROSTER_DISK_H
#define ROSTER_DISK_H

#include <pthread.h>

#include "CSimulatedDisk.h"

/* A file that has been in the folder of a disk. A name that is created again is a new file. */
typedef struct disk_file {
  char *name;           /* in the folder */
  unsigned char *bytes; /* what was in it when the disk was started */
  int64_t size;
  int wasThere;         /* whether it was there when the disk was started */
  int isThere;          /* whether it has its name now */
} disk_file;

/* An operation, with what was written. */
typedef struct disk_operation {
  int kind;
  int file;
  int64_t offset;
  int64_t length;
  unsigned char *data;
} disk_operation;

/*
** The folder is constant, `next` belongs to the list of disks, the mutex guards everything else.
** Files and operations are only ever appended.
*/
struct simulated_disk {
  pthread_mutex_t mutex;
  int references; /* one of who started it, one of each open file and each replay */
  char *folder;   /* as xFullPathname spells it, with a slash at the end */
  struct simulated_disk *next;

  disk_file *files;
  int fileCount;
  int fileCapacity;
  disk_operation *operations;
  int operationCount;
  int operationCapacity;
  int ignoresSyncs;

  simulated_fault fault;
  int faultIsSet;
  int faultCallCount; /* calls of the fault's kinds since it was set */
  int faultCount;
  int callCounts[16]; /* by the bit of the kind */
  void (*interruption)(void *context); /* 0 if there is none */
  void *interruptionContext;
};

void disk_retain(simulated_disk *disk);
void disk_release(simulated_disk *disk);

/* Calls what was set to happen in a checkpoint, once. The mutex is not held. */
void disk_interrupt(simulated_disk *disk);

/*
** Makes room for one more element in an array. Returns 0 if there is no memory.
*/
int disk_grow(void **array, int count, int *capacity, unsigned long size);

#endif
