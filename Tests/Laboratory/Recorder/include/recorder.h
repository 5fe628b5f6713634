/* What a process that runs under the recorder is told, in its environment. All of it is optional but the first two.

   LD_PRELOAD          this library
   LARDER_LAB_ROOT     the directory below which calls are looked at, without a symbolic link in it
   LARDER_LAB_TRACE    the file that records are appended to; several processes may share it
   LARDER_LAB_BOOT     a file that is read in place of /proc/sys/kernel/random/boot_id
   LARDER_LAB_CLOCK    seconds to be added to the wall clock
   LARDER_LAB_FAULT    class:number:what[:sticky], the number-th call of a class fails, counted from 1:
                       class  write sync open truncate map name any (name: rename, unlink, mkdir, rmdir, link), or writeback:
                              a write succeeds, its bytes are lost, and the next sync of its file fails
                       what   an errno, or short (half is written), or kill (the process dies before the call)
                       sticky all later calls of the class fail as well
*/

#ifndef LARDER_LABORATORY_RECORDER_H
#define LARDER_LABORATORY_RECORDER_H

#include <stdint.h>

enum record_kind {
    RECORD_WRITE = 1,    /* inode, offset, data; with O_DSYNC twice: before the sync, and with flags 1 after it */
    RECORD_TRUNCATE = 2, /* inode, offset: the new length */
    RECORD_SYNC = 3,     /* inode; flags: 1 if it failed */
    RECORD_CREATE = 4,   /* inode, path; flags: 1 for a directory */
    RECORD_RENAME = 5,   /* path, other */
    RECORD_REMOVE = 6,   /* path */
    RECORD_LINK = 7,     /* path, other */
    RECORD_SAID = 8,     /* data: what was written to standard output */
    RECORD_FAULT = 9     /* path: the call that was made to fail */
};

/* Little-endian, followed by the path, the other path and the data. */
struct record_head {
    uint32_t kind;
    uint32_t flags;
    uint64_t inode;
    uint64_t offset;
    uint32_t path_bytes;
    uint32_t other_bytes;
    uint32_t data_bytes;
    uint32_t process;
};

#endif
