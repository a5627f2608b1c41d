/*
** The VFS: calls of SQLite to files in the folder of a disk go to the real file system and into the
** log of the disk; all others go to the real file system only.
**
** The mutex of the disk is held from the real operation to its note, so that the log has operations
** in the order in which they were done.
*/
#include "DiskVFS.h"

#include <sqlite3.h>
#include <string.h>
#include <time.h>

/* ---- Which disk ------------------------------------------------------------------------------- */

static pthread_mutex_t registryMutex = PTHREAD_MUTEX_INITIALIZER;
static simulated_disk *registry = 0; /* guarded by the mutex */
static sqlite3_vfs vfs;              /* constant once it is registered */
static sqlite3_vfs *real = 0;

/* The disk in whose folder a path lies, retained; NULL if there is none. */
static simulated_disk *find_disk(const char *path, const char **name){
  simulated_disk *disk;
  if( path==0 ) return 0;
  pthread_mutex_lock(&registryMutex);
  for(disk=registry; disk; disk=disk->next){
    unsigned long length = strlen(disk->folder);
    if( strncmp(path, disk->folder, length)==0 && strchr(path+length, '/')==0 ){
      *name = path+length;
      disk_retain(disk);
      break;
    }
  }
  pthread_mutex_unlock(&registryMutex);
  return disk;
}

/* ---- Faults ----------------------------------------------------------------------------------- */

/* Counts a call, and stalls it if it is to stall. Returns the code with which it fails. */
static int meet(simulated_disk *disk, int call, int *length){
  simulated_fault fault;
  struct timespec pause;
  if( !disk_meet_fault(disk, call, &fault) ) return SQLITE_OK;
  if( fault.milliseconds>0 ){
    pause.tv_sec = fault.milliseconds/1000;
    pause.tv_nsec = (fault.milliseconds%1000)*1000000L;
    nanosleep(&pause, 0);
  }
  if( length ) *length = fault.length;
  return fault.code;
}

/* ---- Files ------------------------------------------------------------------------------------ */

/* An open file. The real one lies behind it. */
typedef struct vfs_file {
  sqlite3_file base;
  simulated_disk *disk;
  int file;             /* its index in the disk */
  int holdsCheckpointLock;
  int syncsFolder;      /* whether its next sync is also one of the folder */
  int isDeletedAtClose;
} vfs_file;

static sqlite3_file *real_file(sqlite3_file *file){
  return (sqlite3_file*)((char*)file + sizeof(vfs_file));
}

static int note(
  vfs_file *file, int kind, sqlite3_int64 offset, const void *data, sqlite3_int64 length
){
  return disk_note(file->disk, kind, file->file, offset, data, length)
      ? SQLITE_OK : SQLITE_IOERR_NOMEM;
}

static int file_close(sqlite3_file *base){
  vfs_file *file = (vfs_file*)base;
  simulated_disk *disk = file->disk;
  int rc;
  pthread_mutex_lock(&disk->mutex);
  rc = real_file(base)->pMethods->xClose(real_file(base));
  if( file->isDeletedAtClose ){
    disk->files[file->file].isThere = 0;
    note(file, SIMULATED_DELETE, 0, 0, 0);
  }
  pthread_mutex_unlock(&disk->mutex);
  base->pMethods = 0;
  disk_release(disk);
  return rc;
}

static int file_read(sqlite3_file *base, void *bytes, int count, sqlite3_int64 offset){
  vfs_file *file = (vfs_file*)base;
  int length = 0;
  int failure = meet(file->disk, SIMULATED_CALL_READ, &length);
  int rc;
  if( failure ){
    memset(bytes, 0, (unsigned long)count);
    if( length>0 && length<count ){
      real_file(base)->pMethods->xRead(real_file(base), bytes, length, offset);
    }
    return failure;
  }
  rc = real_file(base)->pMethods->xRead(real_file(base), bytes, count, offset);
  return rc;
}

static int file_write(sqlite3_file *base, const void *bytes, int count, sqlite3_int64 offset){
  vfs_file *file = (vfs_file*)base;
  int length = 0;
  int failure = meet(file->disk, SIMULATED_CALL_WRITE, &length);
  int rc = SQLITE_OK;
  if( failure ){
    count = length<count ? length : count;
    if( count<=0 ) return failure;
  }
  pthread_mutex_lock(&file->disk->mutex);
  rc = real_file(base)->pMethods->xWrite(real_file(base), bytes, count, offset);
  if( rc==SQLITE_OK ) rc = note(file, SIMULATED_WRITE, offset, bytes, count);
  pthread_mutex_unlock(&file->disk->mutex);
  return failure ? failure : rc;
}

static int file_truncate(sqlite3_file *base, sqlite3_int64 size){
  vfs_file *file = (vfs_file*)base;
  int rc = meet(file->disk, SIMULATED_CALL_TRUNCATE, 0);
  if( rc ) return rc;
  pthread_mutex_lock(&file->disk->mutex);
  rc = real_file(base)->pMethods->xTruncate(real_file(base), size);
  if( rc==SQLITE_OK ) rc = note(file, SIMULATED_TRUNCATE, size, 0, 0);
  pthread_mutex_unlock(&file->disk->mutex);
  return rc;
}

static int file_sync(sqlite3_file *base, int flags){
  vfs_file *file = (vfs_file*)base;
  int rc = meet(file->disk, SIMULATED_CALL_SYNC, 0);
  (void)flags;
  if( rc ) return rc;
  pthread_mutex_lock(&file->disk->mutex);
  if( file->disk->ignoresSyncs ){
    rc = note(file, SIMULATED_IGNORED_SYNC, 0, 0, 0);
  }else{
    rc = note(file, SIMULATED_SYNC, 0, 0, 0);
    if( rc==SQLITE_OK && file->syncsFolder ){
      if( !disk_note(file->disk, SIMULATED_SYNC_FOLDER, -1, 0, 0, 0) ) rc = SQLITE_IOERR_NOMEM;
    }
    file->syncsFolder = 0;
  }
  pthread_mutex_unlock(&file->disk->mutex);
  return rc;
}

static int file_size(sqlite3_file *base, sqlite3_int64 *size){
  vfs_file *file = (vfs_file*)base;
  int rc = meet(file->disk, SIMULATED_CALL_SIZE, 0);
  return rc ? rc : real_file(base)->pMethods->xFileSize(real_file(base), size);
}

static int file_lock(sqlite3_file *base, int lock){
  vfs_file *file = (vfs_file*)base;
  int rc = meet(file->disk, SIMULATED_CALL_LOCK, 0);
  return rc ? rc : real_file(base)->pMethods->xLock(real_file(base), lock);
}

static int file_unlock(sqlite3_file *base, int lock){
  return real_file(base)->pMethods->xUnlock(real_file(base), lock);
}

static int file_check_reserved_lock(sqlite3_file *base, int *isReserved){
  return real_file(base)->pMethods->xCheckReservedLock(real_file(base), isReserved);
}

static int file_control(sqlite3_file *base, int operation, void *argument){
  return real_file(base)->pMethods->xFileControl(real_file(base), operation, argument);
}

static int file_sector_size(sqlite3_file *base){
  return real_file(base)->pMethods->xSectorSize(real_file(base));
}

static int file_device_characteristics(sqlite3_file *base){
  return real_file(base)->pMethods->xDeviceCharacteristics(real_file(base));
}

static int file_shm_map(
  sqlite3_file *base, int page, int size, int extends, void volatile **memory
){
  vfs_file *file = (vfs_file*)base;
  int rc = meet(file->disk, SIMULATED_CALL_SHM_MAP, 0);
  if( rc ) *memory = 0;
  return rc ? rc : real_file(base)->pMethods->xShmMap(real_file(base), page, size, extends, memory);
}

/* The lock that a checkpoint holds, as SQLite numbers them. */
#define CHECKPOINT_LOCK 1

static int file_shm_lock(sqlite3_file *base, int offset, int count, int flags){
  vfs_file *file = (vfs_file*)base;
  /* Giving a lock back cannot fail. */
  int rc = flags & SQLITE_SHM_UNLOCK ? SQLITE_OK : meet(file->disk, SIMULATED_CALL_SHM_LOCK, 0);
  if( rc==SQLITE_OK ){
    rc = real_file(base)->pMethods->xShmLock(real_file(base), offset, count, flags);
  }
  if( rc==SQLITE_OK && offset==CHECKPOINT_LOCK && count==1 ){
    file->holdsCheckpointLock = (flags & SQLITE_SHM_LOCK)!=0;
  }
  return rc;
}

static void file_shm_barrier(sqlite3_file *base){
  real_file(base)->pMethods->xShmBarrier(real_file(base));
}

static int file_shm_unmap(sqlite3_file *base, int deletes){
  return real_file(base)->pMethods->xShmUnmap(real_file(base), deletes);
}

/* SQLite reads what is not mapped. */
static int file_fetch(sqlite3_file *base, sqlite3_int64 offset, int count, void **memory){
  (void)base, (void)offset, (void)count;
  *memory = 0;
  return SQLITE_OK;
}

/*
** SQLite calls this when it has read that the log has changed: in a checkpoint between the header of
** the log and what was moved of it.
*/
static int file_unfetch(sqlite3_file *base, sqlite3_int64 offset, void *memory){
  vfs_file *file = (vfs_file*)base;
  (void)offset;
  if( memory==0 && file->holdsCheckpointLock ) disk_interrupt(file->disk);
  return SQLITE_OK;
}

static const sqlite3_io_methods methods = {
  3,
  file_close,
  file_read,
  file_write,
  file_truncate,
  file_sync,
  file_size,
  file_lock,
  file_unlock,
  file_check_reserved_lock,
  file_control,
  file_sector_size,
  file_device_characteristics,
  file_shm_map,
  file_shm_lock,
  file_shm_barrier,
  file_shm_unmap,
  file_fetch,
  file_unfetch
};

/* ---- The file system -------------------------------------------------------------------------- */

/* Finds the file in the disk, or notes its creation. The mutex is held. */
static int open_on_disk(vfs_file *file, const char *name){
  int index = disk_find_file(file->disk, name);
  if( index>=0 ){
    file->file = index;
    return SQLITE_OK;
  }
  index = disk_add_file(file->disk, name);
  if( index<0 ) return SQLITE_NOMEM;
  file->file = index;
  return note(file, SIMULATED_CREATE, 0, 0, 0);
}

static int vfs_open(
  sqlite3_vfs *self, const char *path, sqlite3_file *base, int flags, int *outFlags
){
  vfs_file *file = (vfs_file*)base;
  const char *name;
  simulated_disk *disk = find_disk(path, &name);
  int rc;
  (void)self;
  if( disk==0 ) return real->xOpen(real, path, base, flags, outFlags);
  memset(file, 0, sizeof(*file));
  rc = meet(disk, SIMULATED_CALL_OPEN, 0);
  if( rc ){
    disk_release(disk);
    return rc;
  }
  file->disk = disk;
  /* As the unix VFS has it. */
  file->syncsFolder = (flags & SQLITE_OPEN_CREATE)
      && (flags & (SQLITE_OPEN_SUPER_JOURNAL|SQLITE_OPEN_MAIN_JOURNAL|SQLITE_OPEN_WAL));
  file->isDeletedAtClose = (flags & SQLITE_OPEN_DELETEONCLOSE)!=0;
  pthread_mutex_lock(&disk->mutex);
  real_file(base)->pMethods = 0;
  rc = real->xOpen(real, path, real_file(base), flags, outFlags);
  if( rc==SQLITE_OK ) rc = open_on_disk(file, name);
  if( rc!=SQLITE_OK && real_file(base)->pMethods ){
    real_file(base)->pMethods->xClose(real_file(base));
  }
  pthread_mutex_unlock(&disk->mutex);
  if( rc!=SQLITE_OK ){
    disk_release(disk);
    return rc;
  }
  base->pMethods = &methods;
  return SQLITE_OK;
}

static int vfs_delete(sqlite3_vfs *self, const char *path, int syncsFolder){
  const char *name;
  simulated_disk *disk = find_disk(path, &name);
  int index;
  int rc;
  (void)self;
  if( disk==0 ) return real->xDelete(real, path, syncsFolder);
  rc = meet(disk, SIMULATED_CALL_DELETE, 0);
  if( rc==SQLITE_OK ){
    pthread_mutex_lock(&disk->mutex);
    rc = real->xDelete(real, path, 0);
    index = disk_find_file(disk, name);
    if( rc==SQLITE_OK && index>=0 ){
      disk->files[index].isThere = 0;
      if( !disk_note(disk, SIMULATED_DELETE, index, 0, 0, 0) ) rc = SQLITE_IOERR_NOMEM;
      if( rc==SQLITE_OK && syncsFolder && !disk->ignoresSyncs
       && !disk_note(disk, SIMULATED_SYNC_FOLDER, -1, 0, 0, 0) ) rc = SQLITE_IOERR_NOMEM;
    }
    pthread_mutex_unlock(&disk->mutex);
  }
  disk_release(disk);
  return rc;
}

static int vfs_access(sqlite3_vfs *self, const char *path, int flags, int *result){
  const char *name;
  simulated_disk *disk = find_disk(path, &name);
  int rc = SQLITE_OK;
  (void)self;
  if( disk ){
    rc = meet(disk, SIMULATED_CALL_ACCESS, 0);
    disk_release(disk);
  }
  return rc ? rc : real->xAccess(real, path, flags, result);
}

/* ---- Registration ----------------------------------------------------------------------------- */

/* Becomes the default VFS; what is not ours is inherited. The mutex is held. */
static int put_in_front(void){
  if( real ) return 1;
  if( sqlite3_initialize()!=SQLITE_OK ) return 0;
  real = sqlite3_vfs_find(0);
  if( real==0 ) return 0;
  vfs = *real;
  vfs.pNext = 0;
  vfs.zName = "roster-simulated-disk";
  vfs.szOsFile = (int)sizeof(vfs_file) + real->szOsFile;
  vfs.xOpen = vfs_open;
  vfs.xDelete = vfs_delete;
  vfs.xAccess = vfs_access;
  if( sqlite3_vfs_register(&vfs, 1)==SQLITE_OK ) return 1;
  real = 0;
  return 0;
}

int disk_vfs_add(simulated_disk *disk){
  int isInFront;
  pthread_mutex_lock(&registryMutex);
  isInFront = put_in_front();
  if( isInFront ){
    disk->next = registry;
    registry = disk;
  }
  pthread_mutex_unlock(&registryMutex);
  return isInFront;
}

void disk_vfs_remove(simulated_disk *disk){
  simulated_disk **place;
  pthread_mutex_lock(&registryMutex);
  for(place=&registry; *place; place=&(*place)->next){
    if( *place==disk ){
      *place = disk->next;
      break;
    }
  }
  pthread_mutex_unlock(&registryMutex);
}
