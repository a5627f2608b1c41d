// Counts allocations, and retains and releases of Swift objects, of the process that it is preloaded
// into. The count of allocations is not exact if several threads allocate at once; the benchmark of
// layout has one, and in that of costs few are lost. The Swift runtime's own retains are not counted.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static uint64_t count;

uint64_t roster_allocation_count(void) { return count; }

void *malloc(size_t size) {
  ++count;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  ++count;
  return __libc_calloc(number, size);
}

void *realloc(void *old, size_t size) {
  ++count;
  return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  ++count;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
  ++count;
  *result = __libc_memalign(alignment, size);
  return *result ? 0 : 12;
}

// MARK: References

uint64_t roster_retains, roster_releases;

uint64_t roster_retain_count(void) { return roster_retains; }
uint64_t roster_release_count(void) { return roster_releases; }

#if defined(__x86_64__)
extern void roster_find_retain(void);
extern void roster_find_release(void);
// The runtime's own functions, once they are looked for.
void *roster_real_retain = roster_find_retain;
void *roster_real_release = roster_find_release;

void roster_find(void) {
  roster_real_retain = dlsym(RTLD_NEXT, "swift_retain");
  roster_real_release = dlsym(RTLD_NEXT, "swift_release");
}

// Callers of these functions expect that they change fewer registers than C does.
#define COUNTED(name, count, real, find)                                                       \
  __asm__(".globl " #name "\n.type " #name ", @function\n" #name ":\n"                         \
          "push %rax\nmov " #count "@GOTPCREL(%rip), %rax\nlock incq (%rax)\n"                \
          "mov " #real "@GOTPCREL(%rip), %rax\nmov (%rax), %rax\nxchg %rax, (%rsp)\nret\n"     \
          ".globl " #find "\n.type " #find ", @function\n" #find ":\n"                         \
          "push %rax\npush %rcx\npush %rdx\npush %rsi\npush %rdi\npush %r8\npush %r9\n"       \
          "push %r10\npush %r11\npush %rbp\nmov %rsp, %rbp\nand $-16, %rsp\n"                 \
          "call roster_find@PLT\nmov %rbp, %rsp\npop %rbp\npop %r11\npop %r10\npop %r9\n"      \
          "pop %r8\npop %rdi\npop %rsi\npop %rdx\npop %rcx\n"                                 \
          "mov " #real "@GOTPCREL(%rip), %rax\nmov (%rax), %rax\nxchg %rax, (%rsp)\nret\n");

COUNTED(swift_retain, roster_retains, roster_real_retain, roster_find_retain)
COUNTED(swift_release, roster_releases, roster_real_release, roster_find_release)
#endif
