/*
** Power cuts: from a log and a place in it to the files that may be left.
*/
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "Disk.h"

/* ---- Bytes ------------------------------------------------------------------------------------ */

typedef struct cut_file {
  unsigned char *bytes;
  int64_t size;
  int64_t capacity;
  int isThere;
} cut_file;

/* Gives a file a length; what is new in it is zero. */
static int resize(cut_file *file, int64_t size){
  if( size>file->capacity ){
    int64_t wanted = size + size/2 + 4096;
    unsigned char *larger = realloc(file->bytes, (unsigned long)wanted);
    if( larger==0 ) return 0;
    file->bytes = larger;
    file->capacity = wanted;
  }
  if( size>file->size ) memset(file->bytes+file->size, 0, (unsigned long)(size-file->size));
  file->size = size;
  return 1;
}

static int write_part(
  cut_file *file, const disk_operation *operation, int64_t from, int64_t to
){
  int64_t end = operation->offset + to;
  if( from>=to ) return 1;
  if( end>file->size && !resize(file, end) ) return 0;
  memcpy(file->bytes+operation->offset+from, operation->data+from, (unsigned long)(to-from));
  return 1;
}

/* ---- Chance ----------------------------------------------------------------------------------- */

/* SplitMix64 (Steele, Lea, Flood, 2014). */
static uint64_t next_random(uint64_t *state){
  uint64_t mixed = (*state += 0x9e3779b97f4a7c15u);
  mixed = (mixed ^ (mixed>>30)) * 0xbf58476d1ce4e5b9u;
  mixed = (mixed ^ (mixed>>27)) * 0x94d049bb133111ebu;
  return mixed ^ (mixed>>31);
}

static int64_t random_below(uint64_t *state, int64_t count){
  return count>0 ? (int64_t)(next_random(state) % (uint64_t)count) : 0;
}

/* ---- Replays ---------------------------------------------------------------------------------- */

/* What is safe of every file, and the operations that are not safe yet. */
struct simulated_replay {
  simulated_disk *disk;
  int position;     /* how many operations were done */
  cut_file *files;  /* as many as the disk has */
  int *pending;     /* indices of operations, ascending */
  int pendingCount;
  int pendingCapacity;
};

/* Goes back to the beginning. */
static int rewind_replay(simulated_replay *replay){
  int i;
  replay->position = 0;
  replay->pendingCount = 0;
  for(i=0; i<replay->disk->fileCount; i++){
    const disk_file *file = &replay->disk->files[i];
    cut_file *safe = &replay->files[i];
    safe->size = 0;
    safe->isThere = file->wasThere;
    if( file->wasThere ){
      if( !resize(safe, file->size) ) return 0;
      memcpy(safe->bytes, file->bytes, (unsigned long)file->size);
    }
  }
  return 1;
}

simulated_replay *simulated_replay_start(simulated_disk *disk){
  simulated_replay *replay = calloc(1, sizeof(*replay));
  if( replay==0 ) return 0;
  disk_retain(disk);
  replay->disk = disk;
  replay->files = calloc((unsigned long)disk->fileCount+1, sizeof(cut_file));
  if( replay->files==0 || !rewind_replay(replay) ){
    simulated_replay_stop(replay);
    return 0;
  }
  return replay;
}

void simulated_replay_stop(simulated_replay *replay){
  int i;
  for(i=0; replay->files && i<replay->disk->fileCount; i++) free(replay->files[i].bytes);
  free(replay->files);
  free(replay->pending);
  disk_release(replay->disk);
  free(replay);
}

/* A file gets its name, or loses it. */
static void set_name(simulated_disk *disk, cut_file *files, const disk_operation *operation){
  int i;
  if( operation->kind==SIMULATED_CREATE ){
    for(i=0; i<disk->fileCount; i++){
      if( strcmp(disk->files[i].name, disk->files[operation->file].name)==0 ) files[i].isThere = 0;
    }
  }
  files[operation->file].isThere = operation->kind==SIMULATED_CREATE;
}

static int apply(simulated_disk *disk, cut_file *files, const disk_operation *operation){
  switch( operation->kind ){
    case SIMULATED_WRITE:
      return write_part(&files[operation->file], operation, 0, operation->length);
    case SIMULATED_TRUNCATE:
      return resize(&files[operation->file], operation->offset);
    case SIMULATED_CREATE:
    case SIMULATED_DELETE:
      set_name(disk, files, operation);
  }
  return 1;
}

/* Whether a sync makes an operation safe. */
static int is_made_safe(const disk_operation *operation, const disk_operation *sync){
  int isOfContents = operation->kind==SIMULATED_WRITE || operation->kind==SIMULATED_TRUNCATE;
  return sync->kind==SIMULATED_SYNC
      ? isOfContents && operation->file==sync->file
      : !isOfContents;
}

/* Does the next operation of the log. */
static int advance(simulated_replay *replay){
  const disk_operation *operations = replay->disk->operations;
  int index = replay->position++;
  int kept = 0;
  int i;
  switch( operations[index].kind ){
    case SIMULATED_SYNC:
    case SIMULATED_SYNC_FOLDER:
      for(i=0; i<replay->pendingCount; i++){
        int pending = replay->pending[i];
        if( !is_made_safe(&operations[pending], &operations[index]) ){
          replay->pending[kept++] = pending;
        }else if( !apply(replay->disk, replay->files, &operations[pending]) ){
          return 0;
        }
      }
      replay->pendingCount = kept;
      return 1;
    case SIMULATED_IGNORED_SYNC:
      return 1;
  }
  if( !disk_grow((void**)&replay->pending, replay->pendingCount, &replay->pendingCapacity,
                 sizeof(int)) ){
    return 0;
  }
  replay->pending[replay->pendingCount++] = index;
  return 1;
}

/* ---- Images ----------------------------------------------------------------------------------- */

struct simulated_image {
  simulated_disk *disk; /* for the names of the files */
  cut_file *files;
  int fileCount;
  int pendingCount;
  int lostCount;
  uint64_t hash;
};

/* One cut while it is made. */
typedef struct cutting {
  simulated_image *image;
  const simulated_cut *cut;
  uint64_t random;
  int eighths; /* of operations and parts of torn writes that are kept with SIMULATED_KEEP_SOME */
} cutting;

static int is_kept_by_chance(cutting *cutting){
  return random_below(&cutting->random, 8)<cutting->eighths;
}

/* A part of a write is not there; what is there instead may be anything. */
static int lose_part(cutting *cutting, const disk_operation *operation, int64_t from, int64_t to){
  cut_file *file = &cutting->image->files[operation->file];
  int64_t i;
  if( !cutting->cut->garbage || from>=to || random_below(&cutting->random, 2) ) return 1;
  if( !write_part(file, operation, from, to) ) return 0;
  for(i=from; i<to; i++){
    file->bytes[operation->offset+i] = (unsigned char)next_random(&cutting->random);
  }
  return 1;
}

/* Tears a write. */
static int tear(cutting *cutting, const disk_operation *operation){
  cut_file *file = &cutting->image->files[operation->file];
  int64_t unit = cutting->cut->unit;
  int64_t from = 0;
  int64_t length = operation->length;
  if( unit==1 ){
    int64_t middle = random_below(&cutting->random, length+1);
    int isFirstPartKept = random_below(&cutting->random, 4)!=0;
    int64_t keptFrom = isFirstPartKept ? 0 : middle;
    int64_t keptTo = isFirstPartKept ? middle : length;
    if( keptTo-keptFrom<length ) cutting->image->lostCount++;
    return write_part(file, operation, keptFrom, keptTo)
        && lose_part(cutting, operation, 0, keptFrom)
        && lose_part(cutting, operation, keptTo, length);
  }
  int isWhole = 1;
  while( from<length ){
    int64_t to = ((operation->offset+from)/unit + 1)*unit - operation->offset;
    if( to>length ) to = length;
    if( is_kept_by_chance(cutting) ){
      if( !write_part(file, operation, from, to) ) return 0;
    }else{
      isWhole = 0;
      if( !lose_part(cutting, operation, from, to) ) return 0;
    }
    from = to;
  }
  if( !isWhole ) cutting->image->lostCount++;
  return 1;
}

/* Keeps, tears or loses each operation that is not safe. */
static int keep_pending(cutting *cutting, simulated_replay *replay){
  const simulated_cut *cut = cutting->cut;
  int first = (int)random_below(&cutting->random, replay->pendingCount+1);
  int i;
  for(i=0; i<replay->pendingCount; i++){
    const disk_operation *operation = &replay->disk->operations[replay->pending[i]];
    int isTorn = operation->kind==SIMULATED_WRITE && cut->unit>0;
    int isKept = 0;
    int isDone;
    switch( cut->keep ){
      case SIMULATED_KEEP_ALL:
        isKept = 1;
        isTorn = 0;
        break;
      case SIMULATED_KEEP_FIRST:
        isKept = i<first;
        isTorn = isTorn && i==first-1;
        break;
      case SIMULATED_KEEP_SOME:
        isKept = is_kept_by_chance(cutting);
        /* One in three writes is whole or missing also where others are torn. */
        isTorn = isTorn && random_below(&cutting->random, 3)!=0;
        break;
      default:
        isTorn = 0;
    }
    if( isTorn ){
      isDone = tear(cutting, operation);
    }else if( isKept ){
      isDone = apply(replay->disk, cutting->image->files, operation);
    }else{
      cutting->image->lostCount++;
      isDone = operation->kind!=SIMULATED_WRITE
          || lose_part(cutting, operation, 0, operation->length);
    }
    if( !isDone ) return 0;
  }
  return 1;
}

/* Copies what is safe. */
static int copy_files(simulated_image *image, simulated_replay *replay){
  int i;
  for(i=0; i<image->fileCount; i++){
    const cut_file *safe = &replay->files[i];
    cut_file *file = &image->files[i];
    file->isThere = safe->isThere;
    if( safe->size==0 ) continue;
    if( !resize(file, safe->size) ) return 0;
    memcpy(file->bytes, safe->bytes, (unsigned long)safe->size);
  }
  return 1;
}

static uint64_t mix(uint64_t hash, const unsigned char *bytes, int64_t count){
  int64_t i = 0;
  uint64_t word;
  while( i<count ){
    int64_t length = count-i<8 ? count-i : 8;
    word = 0;
    memcpy(&word, bytes+i, (unsigned long)length);
    hash = (hash ^ word) * 0x9fb21c651e98df25u;
    hash ^= hash>>32;
    i += length;
  }
  return (hash ^ (uint64_t)count) * 0x9fb21c651e98df25u;
}

static void hash_files(simulated_image *image){
  int i;
  for(i=0; i<image->fileCount; i++){
    const char *name = image->disk->files[i].name;
    uint64_t hash = 0x243f6a8885a308d3u;
    if( !image->files[i].isThere ) continue;
    hash = mix(hash, (const unsigned char*)name, (int64_t)strlen(name));
    hash = mix(hash, image->files[i].bytes, image->files[i].size);
    /* The order of the files does not matter. */
    image->hash += hash ^ (hash>>29);
  }
}

/* A cut has its own chance: the same cut always leaves the same. */
static uint64_t cut_seed(const simulated_cut *cut){
  uint64_t state = cut->seed;
  uint64_t mixed = next_random(&state) ^ (uint64_t)cut->operation;
  mixed = next_random(&mixed) ^ ((uint64_t)cut->keep<<32 | (uint64_t)cut->unit<<1);
  return mixed ^ (uint64_t)(cut->garbage!=0);
}

simulated_image *simulated_replay_cut(simulated_replay *replay, const simulated_cut *cut){
  static const int eighths[] = {1, 4, 7, 7};
  simulated_image *image;
  cutting cutting;
  int target = cut->operation;
  if( target>replay->disk->operationCount ) target = replay->disk->operationCount;
  if( target<replay->position && !rewind_replay(replay) ) return 0;
  while( replay->position<target ){
    if( !advance(replay) ) return 0;
  }
  image = calloc(1, sizeof(*image));
  if( image==0 ) return 0;
  disk_retain(replay->disk);
  image->disk = replay->disk;
  image->fileCount = replay->disk->fileCount;
  image->pendingCount = replay->pendingCount;
  image->files = calloc((unsigned long)image->fileCount+1, sizeof(cut_file));
  cutting.image = image;
  cutting.cut = cut;
  cutting.random = cut_seed(cut);
  cutting.eighths = eighths[random_below(&cutting.random, 4)];
  if( image->files==0 || !copy_files(image, replay) || !keep_pending(&cutting, replay) ){
    simulated_image_free(image);
    return 0;
  }
  hash_files(image);
  return image;
}

int simulated_image_pending(const simulated_image *image){ return image->pendingCount; }

int simulated_image_lost(const simulated_image *image){ return image->lostCount; }

uint64_t simulated_image_hash(const simulated_image *image){ return image->hash; }

static int write_file(const char *path, const cut_file *file){
  int64_t done = 0;
  int error = 0;
  int descriptor = open(path, O_WRONLY|O_CREAT|O_TRUNC, 0644);
  if( descriptor<0 ) return errno;
  while( error==0 && done<file->size ){
    long count = write(descriptor, file->bytes+done, (unsigned long)(file->size-done));
    if( count<0 ){
      if( errno!=EINTR ) error = errno;
    }else{
      done += count;
    }
  }
  if( close(descriptor)!=0 && error==0 ) error = errno;
  return error;
}

int simulated_image_write(const simulated_image *image, const char *folder){
  char path[PATH_MAX];
  int i;
  int error = 0;
  for(i=0; i<image->fileCount && error==0; i++){
    if( !image->files[i].isThere ) continue;
    snprintf(path, sizeof(path), "%s/%s", folder, image->disk->files[i].name);
    error = write_file(path, &image->files[i]);
  }
  return error;
}

void simulated_image_free(simulated_image *image){
  int i;
  for(i=0; image->files && i<image->fileCount; i++) free(image->files[i].bytes);
  free(image->files);
  disk_release(image->disk);
  free(image);
}
