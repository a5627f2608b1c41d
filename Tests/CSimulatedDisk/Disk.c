/*
** Disks: what they hold, and the log of what was done to them.
*/
#include "Disk.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "DiskVFS.h"

int disk_grow(void **array, int count, int *capacity, unsigned long size){
  if( count>=*capacity ){
    int wanted = *capacity ? *capacity*2 : 64;
    void *larger = realloc(*array, (unsigned long)wanted*size);
    if( larger==0 ) return 0;
    *array = larger;
    *capacity = wanted;
  }
  return 1;
}

/* ---- Files ------------------------------------------------------------------------------------ */

int disk_find_file(simulated_disk *disk, const char *name){
  int i;
  for(i=disk->fileCount-1; i>=0; i--){
    if( disk->files[i].isThere && strcmp(disk->files[i].name, name)==0 ) return i;
  }
  return -1;
}

int disk_add_file(simulated_disk *disk, const char *name){
  disk_file *file;
  if( !disk_grow((void**)&disk->files, disk->fileCount, &disk->fileCapacity, sizeof(disk_file)) ){
    return -1;
  }
  file = &disk->files[disk->fileCount];
  memset(file, 0, sizeof(*file));
  file->name = strdup(name);
  if( file->name==0 ) return -1;
  file->isThere = 1;
  return disk->fileCount++;
}

/* Reads a file that is there when the disk is started. */
static int read_file(simulated_disk *disk, const char *name){
  char path[PATH_MAX];
  struct stat status;
  FILE *stream;
  disk_file *file;
  int index;
  unsigned long length = strlen(name);
  if( length>=4 && strcmp(name+length-4, "-shm")==0 ) return 1;
  snprintf(path, sizeof(path), "%s%s", disk->folder, name);
  if( stat(path, &status)!=0 || !S_ISREG(status.st_mode) ) return 1;
  index = disk_add_file(disk, name);
  if( index<0 ) return 0;
  file = &disk->files[index];
  file->wasThere = 1;
  file->size = status.st_size;
  file->bytes = malloc((unsigned long)status.st_size+1);
  stream = file->bytes ? fopen(path, "rb") : 0;
  if( stream==0 ) return 0;
  length = fread(file->bytes, 1, (unsigned long)status.st_size, stream);
  fclose(stream);
  return length==(unsigned long)status.st_size;
}

static int read_folder(simulated_disk *disk){
  DIR *folder = opendir(disk->folder);
  struct dirent *entry;
  int isRead = 1;
  if( folder==0 ) return 0;
  while( isRead && (entry = readdir(folder))!=0 ) isRead = read_file(disk, entry->d_name);
  closedir(folder);
  return isRead;
}

/* ---- Disks ------------------------------------------------------------------------------------ */

static void disk_free(simulated_disk *disk){
  int i;
  for(i=0; i<disk->fileCount; i++){
    free(disk->files[i].name);
    free(disk->files[i].bytes);
  }
  for(i=0; i<disk->operationCount; i++) free(disk->operations[i].data);
  free(disk->files);
  free(disk->operations);
  free(disk->folder);
  pthread_mutex_destroy(&disk->mutex);
  free(disk);
}

void disk_retain(simulated_disk *disk){
  pthread_mutex_lock(&disk->mutex);
  disk->references++;
  pthread_mutex_unlock(&disk->mutex);
}

void disk_release(simulated_disk *disk){
  int count;
  pthread_mutex_lock(&disk->mutex);
  count = --disk->references;
  pthread_mutex_unlock(&disk->mutex);
  if( count==0 ) disk_free(disk);
}

simulated_disk *simulated_disk_start(const char *folder){
  char path[PATH_MAX];
  simulated_disk *disk;
  if( realpath(folder, path)==0 ) return 0;
  disk = calloc(1, sizeof(*disk));
  if( disk==0 ) return 0;
  pthread_mutex_init(&disk->mutex, 0);
  disk->references = 1;
  disk->folder = malloc(strlen(path)+2);
  if( disk->folder ){
    strcpy(disk->folder, path);
    strcat(disk->folder, "/");
  }
  if( disk->folder==0 || !read_folder(disk) || !disk_vfs_add(disk) ){
    disk_free(disk);
    return 0;
  }
  return disk;
}

void simulated_disk_stop(simulated_disk *disk){
  disk_vfs_remove(disk);
  disk_release(disk);
}

void simulated_disk_ignore_syncs(simulated_disk *disk, int ignores){
  pthread_mutex_lock(&disk->mutex);
  disk->ignoresSyncs = ignores;
  pthread_mutex_unlock(&disk->mutex);
}

/* ---- The log ---------------------------------------------------------------------------------- */

int disk_note(
  simulated_disk *disk, int kind, int file, int64_t offset, const void *data, int64_t length
){
  disk_operation *operation;
  if( !disk_grow((void**)&disk->operations, disk->operationCount, &disk->operationCapacity,
                 sizeof(disk_operation)) ){
    return 0;
  }
  operation = &disk->operations[disk->operationCount];
  operation->kind = kind;
  operation->file = file;
  operation->offset = offset;
  operation->length = length;
  operation->data = 0;
  if( length>0 ){
    operation->data = malloc((unsigned long)length);
    if( operation->data==0 ) return 0;
    memcpy(operation->data, data, (unsigned long)length);
  }
  disk->operationCount++;
  return 1;
}

int simulated_disk_count(simulated_disk *disk){
  int count;
  pthread_mutex_lock(&disk->mutex);
  count = disk->operationCount;
  pthread_mutex_unlock(&disk->mutex);
  return count;
}

int simulated_disk_operation(simulated_disk *disk, int index, simulated_operation *operation){
  int exists;
  pthread_mutex_lock(&disk->mutex);
  exists = index>=0 && index<disk->operationCount;
  if( exists ){
    const disk_operation *noted = &disk->operations[index];
    operation->kind = noted->kind;
    operation->file = noted->file;
    operation->name = noted->file<0 ? "" : disk->files[noted->file].name;
    operation->offset = noted->offset;
    operation->length = noted->length;
  }
  pthread_mutex_unlock(&disk->mutex);
  return exists;
}

/* ---- Faults ----------------------------------------------------------------------------------- */

void simulated_disk_fail(simulated_disk *disk, const simulated_fault *fault){
  pthread_mutex_lock(&disk->mutex);
  disk->faultIsSet = fault!=0;
  if( fault ) disk->fault = *fault;
  disk->faultCallCount = 0;
  disk->faultCount = 0;
  pthread_mutex_unlock(&disk->mutex);
}

void simulated_disk_interrupt_checkpoint(
  simulated_disk *disk, void (*interruption)(void *context), void *context
){
  pthread_mutex_lock(&disk->mutex);
  disk->interruption = interruption;
  disk->interruptionContext = context;
  pthread_mutex_unlock(&disk->mutex);
}

void disk_interrupt(simulated_disk *disk){
  void (*interruption)(void *context);
  void *context;
  pthread_mutex_lock(&disk->mutex);
  interruption = disk->interruption;
  context = disk->interruptionContext;
  disk->interruption = 0;
  pthread_mutex_unlock(&disk->mutex);
  if( interruption ) interruption(context);
}

int simulated_disk_fault_count(simulated_disk *disk){
  int count;
  pthread_mutex_lock(&disk->mutex);
  count = disk->faultCount;
  pthread_mutex_unlock(&disk->mutex);
  return count;
}

int simulated_disk_call_count(simulated_disk *disk, int calls){
  int count = 0;
  int bit;
  pthread_mutex_lock(&disk->mutex);
  for(bit=0; bit<16; bit++){
    if( calls & (1<<bit) ) count += disk->callCounts[bit];
  }
  pthread_mutex_unlock(&disk->mutex);
  return count;
}

int disk_meet_fault(simulated_disk *disk, int call, simulated_fault *fault){
  int isMet = 0;
  int bit = 0;
  while( call>>bit>1 ) bit++;
  pthread_mutex_lock(&disk->mutex);
  disk->callCounts[bit]++;
  if( disk->faultIsSet && (disk->fault.calls & call) ){
    int index = disk->faultCallCount++ - disk->fault.after;
    isMet = index>=0 && (disk->fault.times<0 || index<disk->fault.times);
    if( isMet ){
      disk->faultCount++;
      *fault = disk->fault;
    }
  }
  pthread_mutex_unlock(&disk->mutex);
  return isMet;
}
