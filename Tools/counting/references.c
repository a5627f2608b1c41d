// Counts retains and releases of Swift objects of the process that it is preloaded into. The Swift
// runtime's own are not counted.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

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
  __asm__(".pushsection .text\n"                                                              \
          ".globl " #name "\n.type " #name ", @function\n" #name ":\n"                         \
          "push %rax\nmov " #count "@GOTPCREL(%rip), %rax\nlock incq (%rax)\n"                \
          "mov " #real "@GOTPCREL(%rip), %rax\nmov (%rax), %rax\nxchg %rax, (%rsp)\nret\n"     \
          ".globl " #find "\n.type " #find ", @function\n" #find ":\n"                         \
          "push %rax\npush %rcx\npush %rdx\npush %rsi\npush %rdi\npush %r8\npush %r9\n"       \
          "push %r10\npush %r11\npush %rbp\nmov %rsp, %rbp\nand $-16, %rsp\n"                 \
          "call roster_find@PLT\nmov %rbp, %rsp\npop %rbp\npop %r11\npop %r10\npop %r9\n"      \
          "pop %r8\npop %rdi\npop %rsi\npop %rdx\npop %rcx\n"                                 \
          "mov " #real "@GOTPCREL(%rip), %rax\nmov (%rax), %rax\nxchg %rax, (%rsp)\nret\n"     \
          ".popsection\n");

COUNTED(swift_retain, roster_retains, roster_real_retain, roster_find_retain)
COUNTED(swift_release, roster_releases, roster_real_release, roster_find_release)
#endif
