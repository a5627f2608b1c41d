#ifndef CROSTER_CALLS_H
#define CROSTER_CALLS_H

/* Programs in C that call the library as any other program does. Each returns NULL if all went as it should, else what
   went wrong and where; it must be freed. */

char *calls_use(const char *path);
char *calls_hostile(const char *path);
char *calls_threads(const char *path);
char *calls_fork(const char *path);

#endif
