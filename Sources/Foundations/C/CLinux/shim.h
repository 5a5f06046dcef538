// The Linux calls that Swift's Glibc module leaves out.
#include <malloc.h>
#include <pthread.h>
#include <spawn.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <ucontext.h>

// Swift imports no function that takes any number of arguments.
static inline int shim_prctl(int option, unsigned long argument) {
    return prctl(option, argument, 0, 0, 0);
}

// The address of the instruction that a signal came at, by what its handler gets; 0 if unknown.
static inline unsigned long shim_instruction(const void *context) {
#if defined(__x86_64__)
    return context ? ((const ucontext_t *)context)->uc_mcontext.gregs[16] : 0;  // REG_RIP
#elif defined(__aarch64__)
    return context ? ((const ucontext_t *)context)->uc_mcontext.pc : 0;
#else
    return 0;
#endif
}

// Asks for the memory at an address, which is about to be read, where the processor can; an address
// at which there is nothing is none the worse for it.
static inline void shim_prefetch(const void *address) {
    __builtin_prefetch(address);
}

// Of linux/fs.h, which defines much that Glibc defines too.
static const unsigned int shim_rename_noreplace = 1 << 0;
static const unsigned int shim_rename_exchange = 1 << 1;

// Glibc declares these under _GNU_SOURCE only.
int renameat2(int folder, const char *path, int newFolder, const char *newPath,
              unsigned int flags);
int accept4(int descriptor, struct sockaddr *address, socklen_t *length, int flags);
int pthread_setname_np(pthread_t thread, const char *name);
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
