/* Faults below SQLite, preloaded into a process (LD_PRELOAD): the Nth call on a journal's files fails.

   FAULT_FILES   only files whose name holds this are touched
   FAULT_AT      the number of the call that fails, from 1; 0 or unset: none
   FAULT_CALLS   only these functions are counted and fail, like "write sync"; unset: all
   FAULT_KIND    EIO, ENOSPC, or SHORT (half is done, then no space is left)
   FAULT_STAYS   set: every later call of the same function fails too
   FAULT_LOG     a file to which each call is logged: name, file, offset, length, then the bytes of a write, or the new
                 name; a folder's sync is one of the file "folder"
*/
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static long calls;
static char failing[16];
static int log_fd = -2;

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int is_ours(int fd, char *path, size_t size)
{
    const char *wanted = getenv("FAULT_FILES");
    char link[64];
    ssize_t length;
    if (!wanted)
        return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    length = readlink(link, path, size - 1);
    if (length < 0)
        return 0;
    path[length] = 0;
    return strstr(path, wanted) && !strstr(path, "-shm");
}

static void log_call(const char *what, const char *path, off_t offset, size_t length, const void *bytes)
{
    const char *name = strrchr(path, '/');
    char head[256];
    int size;
    if (log_fd == -2)
        log_fd = getenv("FAULT_LOG") ? open(getenv("FAULT_LOG"), O_WRONLY | O_CREAT | O_APPEND, 0644) : -1;
    if (log_fd < 0)
        return;
    size = snprintf(head, sizeof head, "%s %s %lld %zu\n", what, name ? name + 1 : path, (long long)offset, length);
    REAL(write)(log_fd, head, size);
    if (bytes)
        REAL(write)(log_fd, bytes, length);
}

/* Whether this call fails; errno says how. */
static int fails(const char *what, int *is_short)
{
    const char *kind = getenv("FAULT_KIND");
    long at = getenv("FAULT_AT") ? atol(getenv("FAULT_AT")) : 0;
    *is_short = 0;
    if (getenv("FAULT_CALLS") && !strstr(getenv("FAULT_CALLS"), what))
        return 0;
    calls++;
    if (calls == at)
        snprintf(failing, sizeof failing, "%s", what);
    else if (!getenv("FAULT_STAYS") || strcmp(failing, what))
        return 0;
    *is_short = kind && !strcmp(kind, "SHORT");
    errno = kind && strcmp(kind, "EIO") ? ENOSPC : EIO;
    return 1;
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset)
{
    char path[4096];
    int is_short;
    if (is_ours(fd, path, sizeof path)) {
        if (!strstr(path, ".acks") && fails("write", &is_short)) {
            if (is_short && length > 1 && calls == atol(getenv("FAULT_AT"))) {
                log_call("write", path, offset, length / 2, bytes);
                return REAL(pwrite64)(fd, bytes, length / 2, offset);
            }
            return -1;
        }
        log_call("write", path, offset, length, bytes);
    }
    return REAL(pwrite64)(fd, bytes, length, offset);
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) { return pwrite64(fd, bytes, length, offset); }

ssize_t pread64(int fd, void *bytes, size_t length, off64_t offset)
{
    char path[4096];
    int is_short;
    if (is_ours(fd, path, sizeof path) && fails("read", &is_short)) {
        errno = EIO;
        return -1;
    }
    return REAL(pread64)(fd, bytes, length, offset);
}

ssize_t pread(int fd, void *bytes, size_t length, off_t offset) { return pread64(fd, bytes, length, offset); }

int fdatasync(int fd)
{
    char path[4096];
    int is_short;
    if (is_ours(fd, path, sizeof path)) {
        if (fails("sync", &is_short))
            return -1;
        log_call("sync", path, 0, 0, 0);
    }
    return REAL(fdatasync)(fd);
}

int fsync(int fd)
{
    char path[4096];
    int is_short;
    struct stat is;
    if (getenv("FAULT_LOG") && !fstat(fd, &is) && S_ISDIR(is.st_mode))
        log_call("sync", "folder", 0, 0, 0);
    if (is_ours(fd, path, sizeof path)) {
        if (fails("sync", &is_short))
            return -1;
        log_call("sync", path, 0, 0, 0);
    }
    return REAL(fsync)(fd);
}

int ftruncate64(int fd, off64_t length)
{
    char path[4096];
    int is_short;
    if (is_ours(fd, path, sizeof path)) {
        if (fails("truncate", &is_short))
            return -1;
        log_call("truncate", path, length, 0, 0);
    }
    return REAL(ftruncate64)(fd, length);
}

int ftruncate(int fd, off_t length) { return ftruncate64(fd, length); }

int rename(const char *from, const char *to)
{
    const char *name = strrchr(to, '/'), *wanted = getenv("FAULT_FILES");
    name = name ? name + 1 : to;
    if (wanted && strstr(from, wanted))
        log_call("rename", from, 0, strlen(name), name);
    return REAL(rename)(from, to);
}
