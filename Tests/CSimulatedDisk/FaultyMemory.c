/*
** Memory that runs out: SQLite's own allocator with a fault in front of it.
*/
#include <sqlite3.h>

#include "CSimulatedDisk.h"

#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int64_t count = 0;        /* guarded by the mutex, as all that follow */
static int64_t failureCount = 0;
static int64_t working = -1;     /* how many allocations still work; -1 for all */
static int64_t failing = 0;      /* how many then fail; -1 for all */

static sqlite3_mem_methods real; /* constant once it is read */

/* Counts an allocation. Returns whether it is to fail. */
static int meets_fault(void){
  int isMet = 0;
  pthread_mutex_lock(&mutex);
  count++;
  if( working>0 ){
    working--;
  }else if( working==0 && failing!=0 ){
    isMet = 1;
    failureCount++;
    if( failing>0 ) failing--;
  }
  pthread_mutex_unlock(&mutex);
  return isMet;
}

static void *allocate(int size){ return meets_fault() ? 0 : real.xMalloc(size); }

static void *reallocate(void *memory, int size){
  return meets_fault() ? 0 : real.xRealloc(memory, size);
}

int simulated_memory_start(void){
  static int isStarted = 0;
  sqlite3_mem_methods methods;
  if( isStarted ) return 1;
  if( sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real)!=SQLITE_OK ) return 0;
  methods = real;
  methods.xMalloc = allocate;
  methods.xRealloc = reallocate;
  isStarted = sqlite3_config(SQLITE_CONFIG_MALLOC, &methods)==SQLITE_OK;
  return isStarted;
}

void simulated_memory_fail(int64_t after, int64_t times){
  pthread_mutex_lock(&mutex);
  working = after;
  failing = times;
  failureCount = 0;
  pthread_mutex_unlock(&mutex);
}

int64_t simulated_memory_failure_count(void){
  int64_t failures;
  pthread_mutex_lock(&mutex);
  failures = failureCount;
  pthread_mutex_unlock(&mutex);
  return failures;
}

int64_t simulated_memory_count(void){
  int64_t allocations;
  pthread_mutex_lock(&mutex);
  allocations = count;
  pthread_mutex_unlock(&mutex);
  return allocations;
}
