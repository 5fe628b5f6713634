/* Stands between a program and the C library: records what is done to the files below one directory, in order, and makes
   single calls fail. Every call and its record are one step, over all processes that share a trace. */

#define _GNU_SOURCE
#include "include/recorder.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))real(#name))

static void *real(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) abort();
    return found;
}

/* ---- What this process was told ---- */

/* Of class "writeback" a write succeeds, its bytes are lost on the way to the disk, and the next sync of that file reports it. */
enum call_class {
    CLASS_NONE, CLASS_WRITE, CLASS_SYNC, CLASS_OPEN, CLASS_TRUNCATE, CLASS_MAP, CLASS_NAME, CLASS_WRITEBACK, CLASS_ANY
};
enum fault { FAULT_NONE = 0, FAULT_SHORT = -1, FAULT_KILL = -2 }; /* above zero: an errno */

static char root[PATH_MAX];
static size_t root_bytes;
static int trace = -1;
static const char *boot;
static long clock_seconds;
static enum call_class fault_class;
static long fault_number;
static int fault_what;
static int fault_sticky;
static long calls;
static uint64_t lost_inode; /* whose next sync fails, with the fault's errno; 0: none */
static pthread_once_t begun = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void read_fault(const char *text) {
    static const char *names[] = {"", "write", "sync", "open", "truncate", "map", "name", "writeback", "any"};
    char class[17], what[16], sticky[16] = "";
    if (sscanf(text, "%15[a-z]:%ld:%15[a-z0-9]:%15s", class, &fault_number, what, sticky) < 3) abort();
    for (int index = 1; index <= CLASS_ANY; index++)
        if (strcmp(class, names[index]) == 0) fault_class = index;
    if (fault_class == CLASS_NONE) abort();
    fault_what = strcmp(what, "short") == 0 ? FAULT_SHORT : strcmp(what, "kill") == 0 ? FAULT_KILL : atoi(what);
    fault_sticky = strcmp(sticky, "sticky") == 0;
}

static void begin(void) {
    const char *text = getenv("LARDER_LAB_ROOT");
    if (text && strlen(text) < sizeof root) {
        strcpy(root, text);
        root_bytes = strlen(root);
    }
    text = getenv("LARDER_LAB_TRACE");
    if (text) {
        int found = syscall(SYS_openat, AT_FDCWD, text, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
        /* Out of the way of a program that counts on low numbers. */
        trace = fcntl(found, F_DUPFD_CLOEXEC, 500);
        syscall(SYS_close, found);
        if (trace < 0) abort();
    }
    boot = getenv("LARDER_LAB_BOOT");
    text = getenv("LARDER_LAB_CLOCK");
    if (text) clock_seconds = atol(text);
    text = getenv("LARDER_LAB_FAULT");
    if (text) read_fault(text);
}

static void enter(void) {
    pthread_once(&begun, begin);
    pthread_mutex_lock(&lock);
    if (trace >= 0)
        while (syscall(SYS_flock, trace, LOCK_EX) != 0 && errno == EINTR) {}
}

static void leave(void) {
    int code = errno;
    if (trace >= 0) syscall(SYS_flock, trace, LOCK_UN);
    pthread_mutex_unlock(&lock);
    errno = code;
}

/* ---- Which files are meant ---- */

/* The path below the root, which is "." itself; NULL if it is not there. */
static const char *below(const char *path) {
    if (root_bytes == 0 || strncmp(path, root, root_bytes) != 0) return NULL;
    if (path[root_bytes] == 0) return ".";
    return path[root_bytes] == '/' ? path + root_bytes + 1 : NULL;
}

/* With its folder resolved, so that names which mean the same are the same. */
static const char *named(const char *path, char *buffer) {
    char copy[PATH_MAX], folder[PATH_MAX];
    if (!path || strlen(path) >= sizeof copy) return NULL;
    strcpy(copy, path);
    size_t length = strlen(copy);
    while (length > 1 && copy[length - 1] == '/') copy[--length] = 0;
    char *slash = strrchr(copy, '/');
    const char *last = slash ? slash + 1 : copy;
    if (slash == copy) return NULL;
    if (slash) *slash = 0;
    if (!realpath(slash ? copy : ".", folder)) return NULL;
    if (snprintf(buffer, PATH_MAX, "%s/%s", folder, last) >= PATH_MAX) return NULL;
    return below(buffer);
}

static const char *opened(int descriptor, char *buffer) {
    char link[64];
    if (root_bytes == 0) return NULL;
    snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
    ssize_t length = syscall(SYS_readlink, link, buffer, PATH_MAX - 1);
    if (length <= 0) return NULL;
    buffer[length] = 0;
    return below(buffer);
}

static uint64_t inode(int descriptor) {
    struct stat status;
    return fstat(descriptor, &status) == 0 ? status.st_ino : 0;
}

/* ---- Records and faults ---- */

static void record(
    enum record_kind kind, uint32_t flags, uint64_t inode, uint64_t offset, const char *path, const char *other,
    const void *data, size_t bytes
) {
    if (trace < 0) return;
    struct record_head head = {
        kind, flags, inode, offset, path ? strlen(path) : 0, other ? strlen(other) : 0, bytes, getpid()};
    struct iovec parts[] = {
        {&head, sizeof head}, {(void *)path, head.path_bytes}, {(void *)other, head.other_bytes}, {(void *)data, bytes}};
    ssize_t whole = sizeof head + head.path_bytes + head.other_bytes + bytes;
    if (syscall(SYS_writev, trace, parts, 4) != whole) abort();
}

/* Counts a call; what becomes of it if its turn has come. */
static int fault(enum call_class class, const char *call) {
    int is_any = fault_class == CLASS_ANY && class != CLASS_WRITEBACK;
    if (fault_class == CLASS_NONE || (fault_class != class && !is_any)) return FAULT_NONE;
    calls++;
    if (calls < fault_number || (calls > fault_number && !fault_sticky)) return FAULT_NONE;
    record(RECORD_FAULT, 0, 0, calls, call, NULL, NULL, 0);
    if (fault_what == FAULT_KILL) {
        kill(getpid(), SIGKILL);
        pause();
    }
    if (fault_what == FAULT_SHORT) return class == CLASS_WRITE ? FAULT_SHORT : EIO;
    return fault_what;
}

/* What becomes of the sync of a file. */
static int sync_fault(uint64_t file, const char *path) {
    if (lost_inode != 0 && lost_inode == file) {
        lost_inode = 0;
        return fault_what;
    }
    return fault(CLASS_SYNC, path);
}

/* ---- Writing ---- */

static uint64_t place(int descriptor) {
    int flags = fcntl(descriptor, F_GETFL);
    struct stat status;
    if ((flags & O_APPEND) && fstat(descriptor, &status) == 0) return status.st_size;
    off_t at = lseek(descriptor, 0, SEEK_CUR);
    return at < 0 ? 0 : at;
}

/* All kinds of writes end here; `at` below zero: where the descriptor stands. */
static ssize_t put(int descriptor, const struct iovec *parts, int count, off_t at) {
    char buffer[PATH_MAX];
    enter();
    const char *path = opened(descriptor, buffer);
    ssize_t bytes = 0;
    for (int index = 0; index < count; index++) bytes += parts[index].iov_len;
    if (!path && descriptor != STDOUT_FILENO) {
        leave();
        return at < 0 ? syscall(SYS_writev, descriptor, parts, count)
                      : syscall(SYS_pwritev, descriptor, parts, count, (long)at, (long)0);
    }
    char *whole = malloc(bytes ? bytes : 1);
    if (!whole) abort();
    ssize_t done = 0;
    for (int index = 0; index < count; index++) {
        memcpy(whole + done, parts[index].iov_base, parts[index].iov_len);
        done += parts[index].iov_len;
    }
    if (path) {
        int what = fault(CLASS_WRITE, path);
        if (what > 0) {
            free(whole);
            leave();
            errno = what;
            return -1;
        }
        /* At least a byte: a write that takes nothing and does not fail there is not. */
        if (what == FAULT_SHORT && bytes > 1) bytes /= 2;
    }
    uint64_t start = at < 0 && path ? place(descriptor) : (uint64_t)at;
    ssize_t written = at < 0 ? syscall(SYS_write, descriptor, whole, bytes)
                             : syscall(SYS_pwrite64, descriptor, whole, bytes, at);
    int code = errno;
    if (written > 0) {
        if (path) {
            record(RECORD_WRITE, 0, inode(descriptor), start, path, NULL, whole, written);
            if (fault(CLASS_WRITEBACK, path) > 0) lost_inode = inode(descriptor);
            /* With O_DSYNC the bytes can be read before they are on the disk: the process may die, or the disk fail, in between. */
            if ((fcntl(descriptor, F_GETFL) & O_DSYNC) != 0) {
                int what = sync_fault(inode(descriptor), path);
                if (what > 0) {
                    written = -1;
                    code = what;
                } else {
                    record(RECORD_WRITE, 1, inode(descriptor), start, path, NULL, whole, written);
                }
            }
        } else {
            record(RECORD_SAID, 0, 0, 0, NULL, NULL, whole, written);
        }
    }
    free(whole);
    errno = code;
    leave();
    return written;
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
    struct iovec part = {(void *)bytes, count};
    return put(descriptor, &part, 1, -1);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t at) {
    struct iovec part = {(void *)bytes, count};
    return put(descriptor, &part, 1, at);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off_t at) {
    return pwrite(descriptor, bytes, count, at);
}

ssize_t writev(int descriptor, const struct iovec *parts, int count) { return put(descriptor, parts, count, -1); }

ssize_t pwritev(int descriptor, const struct iovec *parts, int count, off_t at) {
    return put(descriptor, parts, count, at);
}

static int truncated(int descriptor, off_t length) {
    char buffer[PATH_MAX];
    enter();
    const char *path = opened(descriptor, buffer);
    int what = path ? fault(CLASS_TRUNCATE, path) : FAULT_NONE;
    int result = -1;
    if (what > 0) {
        errno = what;
    } else {
        result = syscall(SYS_ftruncate, descriptor, length);
        if (path && result == 0) record(RECORD_TRUNCATE, 0, inode(descriptor), length, path, NULL, NULL, 0);
    }
    leave();
    return result;
}

int ftruncate(int descriptor, off_t length) { return truncated(descriptor, length); }
int ftruncate64(int descriptor, off_t length) { return truncated(descriptor, length); }

/* ---- Syncing ---- */

static int synced(int descriptor, long number) {
    char buffer[PATH_MAX];
    enter();
    const char *path = opened(descriptor, buffer);
    int what = path ? sync_fault(inode(descriptor), path) : FAULT_NONE;
    int result = what > 0 ? -1 : syscall(number, descriptor);
    int code = what > 0 ? what : errno;
    if (path) record(RECORD_SYNC, result != 0, inode(descriptor), 0, path, NULL, NULL, 0);
    errno = code;
    leave();
    return result;
}

int fsync(int descriptor) { return synced(descriptor, SYS_fsync); }
int fdatasync(int descriptor) { return synced(descriptor, SYS_fdatasync); }

/* ---- Names ---- */

static int made(int folder, const char *path, int flags, mode_t mode) {
    char buffer[PATH_MAX];
    pthread_once(&begun, begin);
    if (boot && path && strcmp(path, "/proc/sys/kernel/random/boot_id") == 0) path = boot;
    if (folder != AT_FDCWD && path && path[0] != '/') return syscall(SYS_openat, folder, path, flags, mode);
    int saved = errno;
    const char *name = named(path, buffer);
    errno = saved;
    if (!name) return syscall(SYS_openat, folder, path, flags, mode);
    enter();
    int what = fault(CLASS_OPEN, name);
    int result = -1;
    if (what > 0) {
        errno = what;
    } else {
        struct stat status;
        int existed = lstat(path, &status) == 0;
        errno = saved;
        result = syscall(SYS_openat, folder, path, flags, mode);
        int code = errno;
        if (result >= 0 && !existed) record(RECORD_CREATE, 0, inode(result), 0, name, NULL, NULL, 0);
        if (result >= 0 && existed && (flags & O_TRUNC)) {
            record(RECORD_TRUNCATE, 0, inode(result), 0, name, NULL, NULL, 0);
        }
        errno = code;
    }
    leave();
    return result;
}

#define MODE(flags) \
    mode_t mode = 0; \
    if ((flags) & (O_CREAT | __O_TMPFILE)) { \
        va_list more; \
        va_start(more, flags); \
        mode = va_arg(more, mode_t); \
        va_end(more); \
    }

int open(const char *path, int flags, ...) {
    MODE(flags)
    return made(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    MODE(flags)
    return made(AT_FDCWD, path, flags | O_LARGEFILE, mode);
}

int openat(int folder, const char *path, int flags, ...) {
    MODE(flags)
    return made(folder, path, flags, mode);
}

int creat(const char *path, mode_t mode) { return made(AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, mode); }

/* Inside the C library a temporary file is opened without a call that could be met. */
static int temporary(char *pattern, int flags, int suffix) {
    char buffer[PATH_MAX];
    enter();
    const char *name = named(pattern, buffer);
    int what = name ? fault(CLASS_OPEN, name) : FAULT_NONE;
    int result = -1;
    if (what > 0) {
        errno = what;
    } else {
        result = REAL(mkostemps)(pattern, suffix, flags);
        int code = errno;
        if (result >= 0 && name && (name = named(pattern, buffer))) {
            record(RECORD_CREATE, 0, inode(result), 0, name, NULL, NULL, 0);
        }
        errno = code;
    }
    leave();
    return result;
}

int mkstemp(char *pattern) { return temporary(pattern, 0, 0); }
int mkstemp64(char *pattern) { return temporary(pattern, 0, 0); }
int mkostemp(char *pattern, int flags) { return temporary(pattern, flags, 0); }
int mkostemp64(char *pattern, int flags) { return temporary(pattern, flags, 0); }

static int changed(enum record_kind kind, long number, const char *path, const char *other, long mode) {
    char buffer[PATH_MAX], second[PATH_MAX];
    enter();
    const char *name = named(path, buffer);
    const char *to = other ? named(other, second) : NULL;
    int what = name || to ? fault(CLASS_NAME, name ? name : to) : FAULT_NONE;
    int result = -1;
    if (what > 0) {
        errno = what;
    } else {
        result = other ? syscall(number, path, other) : syscall(number, path, mode);
        int code = errno;
        if (result == 0 && name) {
            struct stat status = {0};
            if (kind == RECORD_CREATE) lstat(path, &status);
            record(kind, kind == RECORD_CREATE, status.st_ino, 0, name, to, NULL, 0);
        }
        errno = code;
    }
    leave();
    return result;
}

int mkdir(const char *path, mode_t mode) { return changed(RECORD_CREATE, SYS_mkdir, path, NULL, mode); }
int rmdir(const char *path) { return changed(RECORD_REMOVE, SYS_rmdir, path, NULL, 0); }
int unlink(const char *path) { return changed(RECORD_REMOVE, SYS_unlink, path, NULL, 0); }
int rename(const char *path, const char *other) { return changed(RECORD_RENAME, SYS_rename, path, other, 0); }
int link(const char *path, const char *other) { return changed(RECORD_LINK, SYS_link, path, other, 0); }

/* ---- What is not modelled must not go by unseen ---- */

static void *mapped(void *address, size_t length, int protection, int flags, int descriptor, off_t offset) {
    char buffer[PATH_MAX];
    if (descriptor >= 0) {
        enter();
        const char *path = opened(descriptor, buffer);
        if (path) {
            int what = fault(CLASS_MAP, path);
            const char *last = strrchr(path, '/');
            const char *name = last ? last + 1 : path;
            /* What another process has removed since it was opened bears a mark. */
            int is_lock_file = strcmp(name, "lock.mdb") == 0 || strcmp(name, "lock.mdb (deleted)") == 0;
            if ((flags & MAP_SHARED) && (protection & PROT_WRITE) && !is_lock_file) {
                static const char line[] = "recorder: a data file is written through a map, which is not recorded\n";
                syscall(SYS_write, STDERR_FILENO, line, sizeof line - 1);
                abort();
            }
            leave();
            if (what > 0) {
                errno = what;
                return MAP_FAILED;
            }
        } else {
            leave();
        }
    }
    return (void *)syscall(SYS_mmap, address, length, protection, flags, descriptor, offset);
}

void *mmap(void *address, size_t length, int protection, int flags, int descriptor, off_t offset) {
    return mapped(address, length, protection, flags, descriptor, offset);
}

void *mmap64(void *address, size_t length, int protection, int flags, int descriptor, off_t offset) {
    return mapped(address, length, protection, flags, descriptor, offset);
}

static int unmodelled(const char *call) {
    fprintf(stderr, "recorder: %s is not modelled\n", call);
    abort();
}

int posix_fallocate(int descriptor, off_t offset, off_t length) {
    char buffer[PATH_MAX];
    pthread_once(&begun, begin);
    if (opened(descriptor, buffer)) return unmodelled("posix_fallocate");
    return REAL(posix_fallocate)(descriptor, offset, length);
}

ssize_t sendfile(int out, int in, off_t *offset, size_t count) {
    char buffer[PATH_MAX];
    pthread_once(&begun, begin);
    if (opened(out, buffer)) return unmodelled("sendfile");
    return syscall(SYS_sendfile, out, in, offset, count);
}

ssize_t copy_file_range(int in, off64_t *in_at, int out, off64_t *out_at, size_t count, unsigned flags) {
    char buffer[PATH_MAX];
    pthread_once(&begun, begin);
    if (opened(out, buffer)) return unmodelled("copy_file_range");
    return syscall(SYS_copy_file_range, in, in_at, out, out_at, count, flags);
}

/* ---- Time ---- */

int clock_gettime(clockid_t which, struct timespec *time) {
    pthread_once(&begun, begin);
    int result = syscall(SYS_clock_gettime, which, time);
    if (result == 0 && which == CLOCK_REALTIME) time->tv_sec += clock_seconds;
    return result;
}
