#include <lmdb.h>
// Which file system a store lies on: statfs(2) is missing from Swift's Glibc module.
#include <sys/statfs.h>
