#include <lmdb.h>
// Which file system a store lies on: statfs(2) is missing from Swift's Glibc module.
#include <sys/statfs.h>
// Glibc declares fallocate(2) under _GNU_SOURCE only.
#include <linux/falloc.h>
#include <sys/types.h>
int fallocate(int descriptor, int mode, off_t offset, off_t length);
