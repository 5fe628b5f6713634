// What LMDB itself can do with the same environment and the same sizes, without anything of Larder: no decision, no
// checksum, no view. Each command prints one line of JSON.
//
//   raw-lmdb append DIR COUNT BATCH    events of the log's sizes, BATCH to each commit with LMDB's own two syncs
//   raw-lmdb load GENERATION DIR       all rows of a generation of views, sorted as they are, into a fresh environment
//   raw-lmdb scan LOG                  all headers of a log, one field summed
//   raw-lmdb headers LOG               all headers as CSV, for other programs to work on
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <lmdb.h>

enum { HEADER_BYTES = 64, PAYLOAD_BYTES = 112, EVENTS_PER_PAYLOAD = 5, SEGMENT = 65536, TABLES_MAX = 64, NAME_BYTES_MAX = 128, ROWS_PER_COMMIT = 200000 };
static const size_t map_bytes = (size_t)1 << 40;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void check(int code, const char *what) {
    if (code == MDB_SUCCESS) return;
    fprintf(stderr, "raw-lmdb: %s: %s\n", what, mdb_strerror(code));
    exit(1);
}

static _Noreturn void usage(void) {
    fputs("usage: raw-lmdb append DIR COUNT BATCH | load GENERATION DIR | scan LOG | headers LOG\n", stderr);
    exit(2);
}

static void *claim(size_t bytes) {
    void *memory = malloc(bytes);
    if (memory != NULL) return memory;
    fputs("raw-lmdb: out of memory\n", stderr);
    exit(1);
}

// The limits and flags that Larder opens its environments with.
static MDB_env *open_environment(const char *path, unsigned flags) {
    MDB_env *environment;
    check(mdb_env_create(&environment), "mdb_env_create");
    check(mdb_env_set_mapsize(environment, map_bytes), "mdb_env_set_mapsize");
    check(mdb_env_set_maxdbs(environment, TABLES_MAX), "mdb_env_set_maxdbs");
    check(mdb_env_set_maxreaders(environment, 512), "mdb_env_set_maxreaders");
    check(mdb_env_open(environment, path, MDB_NOTLS | flags, 0600), path);
    return environment;
}

static MDB_txn *begin(MDB_env *environment, unsigned flags) {
    MDB_txn *transaction;
    check(mdb_txn_begin(environment, NULL, flags, &transaction), "mdb_txn_begin");
    return transaction;
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static MDB_dbi create(MDB_txn *transaction, const char *name, unsigned flags) {
    MDB_dbi table;
    check(mdb_dbi_open(transaction, name, MDB_CREATE | MDB_INTEGERKEY | flags, &table), "mdb_dbi_open");
    return table;
}

// Commits are synced, as the log's are, and write what the log's write: a header for each event, and for one in five, a comment of
// the clients that `larder bench` has, its stored bytes.
static void append(const char *path, long count, long batch) {
    if (count < 1 || batch < 1) usage();
    MDB_env *environment = open_environment(path, 0);
    MDB_txn *transaction = begin(environment, 0);
    const MDB_dbi headers = create(transaction, "headers", MDB_DUPSORT | MDB_DUPFIXED);
    const MDB_dbi payloads = create(transaction, "payloads", 0);
    check(mdb_txn_commit(transaction), "mdb_txn_commit");

    const long commits = (count + batch - 1) / batch;
    double *seconds = claim(sizeof(double) * (size_t)commits);
    unsigned char header[HEADER_BYTES] = {0}, payload[PAYLOAD_BYTES] = {0};
    uint64_t position = 0;
    const double start = now();
    for (long commit = 0; commit < commits; commit++) {
        const double begun = now();
        transaction = begin(environment, 0);
        for (long index = 0; index < batch && position < (uint64_t)count; index++) {
            position++;
            // Big-endian, so that byte order is log order.
            for (int byte = 0; byte < 8; byte++) header[byte] = (unsigned char)(position >> (56 - 8 * byte));
            uint64_t segment = position / SEGMENT;
            MDB_val key = {sizeof segment, &segment}, value = {HEADER_BYTES, header};
            check(mdb_put(transaction, headers, &key, &value, MDB_APPENDDUP), "mdb_put");
            if (position % EVENTS_PER_PAYLOAD != 0) continue;
            MDB_val number = {sizeof position, &position}, stored = {PAYLOAD_BYTES, payload};
            check(mdb_put(transaction, payloads, &number, &stored, MDB_APPEND), "mdb_put");
        }
        check(mdb_txn_commit(transaction), "mdb_txn_commit");
        seconds[commit] = now() - begun;
    }
    const double total = now() - start;
    qsort(seconds, (size_t)commits, sizeof(double), ascending);
    printf("{\"events\":%ld,\"seconds\":%.6f,\"p50\":%.4f,\"p99\":%.4f}\n", count, total,
           seconds[commits / 2] * 1e3, seconds[commits * 99 / 100] * 1e3);
    free(seconds);
    mdb_env_close(environment);
}

struct tables {
    int count;
    char names[TABLES_MAX][NAME_BYTES_MAX];
};

// The main table holds the names of the others.
static struct tables list_tables(MDB_env *environment) {
    struct tables tables = {0};
    MDB_txn *transaction = begin(environment, MDB_RDONLY);
    MDB_dbi table;
    MDB_cursor *cursor;
    MDB_val key, value;
    check(mdb_dbi_open(transaction, NULL, 0, &table), "mdb_dbi_open");
    check(mdb_cursor_open(transaction, table, &cursor), "mdb_cursor_open");
    while (tables.count < TABLES_MAX && mdb_cursor_get(cursor, &key, &value, MDB_NEXT) == MDB_SUCCESS) {
        if (key.mv_size >= NAME_BYTES_MAX) continue;
        memcpy(tables.names[tables.count], key.mv_data, key.mv_size);
        tables.names[tables.count++][key.mv_size] = 0;
    }
    mdb_cursor_close(cursor);
    mdb_txn_abort(transaction);
    return tables;
}

// Walks every row; into `target` if it is given. Answers the bytes of all keys and values.
static size_t copy_table(MDB_env *source, const char *name, MDB_env *target, size_t *rows) {
    MDB_txn *reading = begin(source, MDB_RDONLY), *writing = NULL;
    MDB_dbi from, to = 0;
    MDB_cursor *read_cursor, *write_cursor = NULL;
    MDB_val key, value;
    unsigned flags;
    size_t bytes = 0;
    long in_commit = 0;
    check(mdb_dbi_open(reading, name, 0, &from), name);
    check(mdb_dbi_flags(reading, from, &flags), "mdb_dbi_flags");
    check(mdb_cursor_open(reading, from, &read_cursor), "mdb_cursor_open");
    if (target != NULL) {
        writing = begin(target, 0);
        check(mdb_dbi_open(writing, name, flags | MDB_CREATE, &to), name);
        check(mdb_cursor_open(writing, to, &write_cursor), "mdb_cursor_open");
    }
    while (mdb_cursor_get(read_cursor, &key, &value, MDB_NEXT) == MDB_SUCCESS) {
        bytes += key.mv_size + value.mv_size;
        *rows += 1;
        if (target == NULL) continue;
        check(mdb_cursor_put(write_cursor, &key, &value, flags & MDB_DUPSORT ? MDB_APPENDDUP : MDB_APPEND), "mdb_cursor_put");
        if (++in_commit < ROWS_PER_COMMIT) continue;
        // Pages that have been committed need not be held.
        in_commit = 0;
        mdb_cursor_close(write_cursor);
        check(mdb_txn_commit(writing), "mdb_txn_commit");
        writing = begin(target, 0);
        check(mdb_cursor_open(writing, to, &write_cursor), "mdb_cursor_open");
    }
    mdb_cursor_close(read_cursor);
    mdb_txn_abort(reading);
    if (target != NULL) {
        mdb_cursor_close(write_cursor);
        check(mdb_txn_commit(writing), "mdb_txn_commit");
    }
    return bytes;
}

// Not synced per commit, but once in the end: as views are built.
static void load(const char *generation, const char *path) {
    MDB_env *source = open_environment(generation, MDB_RDONLY), *target = open_environment(path, MDB_NOSYNC);
    const struct tables tables = list_tables(source);
    size_t rows = 0, bytes = 0;
    // The rows come from memory: what is measured is storing them.
    for (int table = 0; table < tables.count; table++) bytes += copy_table(source, tables.names[table], NULL, &rows);
    rows = 0;
    const double start = now();
    for (int table = 0; table < tables.count; table++) copy_table(source, tables.names[table], target, &rows);
    check(mdb_env_sync(target, 1), "mdb_env_sync");
    printf("{\"rows\":%zu,\"bytes\":%zu,\"seconds\":%.6f}\n", rows, bytes, now() - start);
    mdb_env_close(target);
    mdb_env_close(source);
}

// Calls `body` with runs of headers as they lie in the pages. LMDB 0.9 gives no page for a single duplicate.
static uint64_t for_each_page(MDB_env *environment, void (*body)(const unsigned char *, size_t, void *), void *state) {
    MDB_txn *transaction = begin(environment, MDB_RDONLY);
    MDB_dbi table;
    MDB_cursor *cursor;
    MDB_val key, value, page;
    uint64_t count = 0;
    check(mdb_dbi_open(transaction, "headers", 0, &table), "headers");
    check(mdb_cursor_open(transaction, table, &cursor), "mdb_cursor_open");
    for (int code = mdb_cursor_get(cursor, &key, &value, MDB_FIRST); code == MDB_SUCCESS;
         code = mdb_cursor_get(cursor, &key, &value, MDB_NEXT_NODUP)) {
        size_t duplicates = 1;
        check(mdb_cursor_count(cursor, &duplicates), "mdb_cursor_count");
        if (duplicates == 1) {
            body(value.mv_data, 1, state);
            count++;
            continue;
        }
        for (code = mdb_cursor_get(cursor, &key, &page, MDB_GET_MULTIPLE); code == MDB_SUCCESS;
             code = mdb_cursor_get(cursor, &key, &page, MDB_NEXT_MULTIPLE)) {
            body(page.mv_data, page.mv_size / HEADER_BYTES, state);
            count += page.mv_size / HEADER_BYTES;
        }
    }
    mdb_cursor_close(cursor);
    mdb_txn_abort(transaction);
    return count;
}

// The words of a header, as Schemas/format-1.md draws them.
static uint64_t word(const unsigned char *header, int index) {
    uint64_t value;
    memcpy(&value, header + 8 * index, sizeof value);
    return value;
}

static uint64_t low48(uint64_t word) { return word & (((uint64_t)1 << 48) - 1); }
static int64_t time56(uint64_t word) { return (int64_t)(word << 8) >> 8; }

static void add_up(const unsigned char *headers, size_t count, void *sum) {
    uint64_t total = 0;
    for (size_t index = 0; index < count; index++) total += low48(word(headers + index * HEADER_BYTES, 6));
    *(uint64_t *)sum += total;
}

static void print_headers(const unsigned char *headers, size_t count, void *state) {
    (void)state;
    for (size_t index = 0; index < count; index++) {
        const unsigned char *header = headers + index * HEADER_BYTES;
        uint64_t position = 0;
        for (int byte = 0; byte < 8; byte++) position = position << 8 | header[byte];
        printf("%" PRIu64 ",%u,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRId64 ",%" PRId64 "\n", position,
               (unsigned)(word(header, 4) >> 48), low48(word(header, 4)), low48(word(header, 5)), low48(word(header, 6)),
               low48(word(header, 7)), time56(word(header, 2)), time56(word(header, 3)));
    }
}

static void scan(const char *path) {
    MDB_env *environment = open_environment(path, MDB_RDONLY);
    uint64_t sum = 0;
    for_each_page(environment, add_up, &sum);
    const double start = now();
    sum = 0;
    const uint64_t count = for_each_page(environment, add_up, &sum);
    printf("{\"events\":%" PRIu64 ",\"sum\":%" PRIu64 ",\"seconds\":%.6f}\n", count, sum, now() - start);
    mdb_env_close(environment);
}

static void headers(const char *path) {
    MDB_env *environment = open_environment(path, MDB_RDONLY);
    puts("position,kind,actor,subject,owner,cause,occurred,credited");
    for_each_page(environment, print_headers, NULL);
    mdb_env_close(environment);
}

int main(int count, char **arguments) {
    if (count == 5 && strcmp(arguments[1], "append") == 0) {
        append(arguments[2], atol(arguments[3]), atol(arguments[4]));
    } else if (count == 4 && strcmp(arguments[1], "load") == 0) {
        load(arguments[2], arguments[3]);
    } else if (count == 3 && strcmp(arguments[1], "scan") == 0) {
        scan(arguments[2]);
    } else if (count == 3 && strcmp(arguments[1], "headers") == 0) {
        headers(arguments[2]);
    } else {
        usage();
    }
    return 0;
}
