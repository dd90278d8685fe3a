/*
 * A disk that fails on request, for tests: preloaded (LD_PRELOAD) into a process, it counts the calls that change
 * files under one folder and makes the one that was asked for fail, stop short, or be the last thing the process does.
 *
 *   FAULT_ROOT   only files under this folder count; absolute, no links in it
 *   FAULT_AT     the number of the call, from 1; 0 or nothing: none
 *   FAULT_DO     kill | eio | enospc | short
 *   FAULT_AFTER  1: kill right after the call instead of right before it
 *   FAULT_STICKY 1: every counted call from FAULT_AT on fails, as on a disk that stays full
 *   FAULT_ONLY   count one class only: write | fsync | rename | truncate
 *   FAULT_PATH   count calls only whose path has this text in it
 *   FAULT_LOG    a file to append to: what was begun and ended, in the order it happened (columns below)
 *
 * Log columns, separated by tabs: number, "begin", call, path, target of a rename or "" ; number, "end", result, errno ;
 * number, "fault", what ; 0, "ack", id. The last is a document that was reported as stored, on the standard output or,
 * where that holds a result, in the log on the standard error.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum action { NONE, KILL, FAIL_EIO, FAIL_ENOSPC, SHORT };

static char root[PATH_MAX];
static size_t root_length;
static const char *only, *part_of_path;
static enum action action;
static long fault_at;
static int after, sticky, log_fd = -1;
static atomic_long count;

static const char *setting(const char *name) {
  const char *value = getenv(name);
  return value != NULL && value[0] != '\0' ? value : NULL;
}

__attribute__((constructor)) static void read_settings(void) {
  const char *value = setting("FAULT_ROOT");
  if (value == NULL || strlen(value) >= sizeof root) return;
  strcpy(root, value);
  root_length = strlen(root);
  only = setting("FAULT_ONLY");
  part_of_path = setting("FAULT_PATH");
  if ((value = setting("FAULT_AT"))) fault_at = atol(value);
  after = setting("FAULT_AFTER") != NULL;
  sticky = setting("FAULT_STICKY") != NULL;
  if ((value = setting("FAULT_DO"))) {
    if (strcmp(value, "kill") == 0) action = KILL;
    if (strcmp(value, "eio") == 0) action = FAIL_EIO;
    if (strcmp(value, "enospc") == 0) action = FAIL_ENOSPC;
    if (strcmp(value, "short") == 0) action = SHORT;
  }
  if ((value = setting("FAULT_LOG")))
    log_fd = (int)syscall(SYS_openat, AT_FDCWD, value, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0644);
}

/* One write per line, so that lines of several threads do not mix. */
static void log_line(const char *format, long number, const char *a, const char *b, const char *c) {
  if (log_fd < 0) return;
  char line[3 * PATH_MAX];
  int length = snprintf(line, sizeof line, format, number, a, b, c);
  int kept = errno;
  if (length > 0) syscall(SYS_write, log_fd, line, (size_t)length);
  errno = kept;
}

static void log_end(long number, long result) {
  char value[32], code[16];
  snprintf(value, sizeof value, "%ld", result);
  snprintf(code, sizeof code, "%d", result < 0 ? errno : 0);
  log_line("%ld\tend\t%s\t%s%s\n", number, value, code, "");
}

static int is_under_root(const char *path) {
  if (root_length == 0 || strncmp(path, root, root_length) != 0) return 0;
  return path[root_length] == '/' || path[root_length] == '\0';
}

static int fd_path(int fd, char *path, size_t size) {
  char link[64];
  int kept = errno;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, size - 1);
  errno = kept;
  if (length < 0) return 0;
  path[length] = '\0';
  return is_under_root(path);
}

/* The call's number; 0 where it does not count. */
static long begin(const char *class, const char *call, const char *path, const char *target) {
  if (only != NULL && strcmp(only, class) != 0) return 0;
  if (part_of_path != NULL && strstr(path, part_of_path) == NULL) return 0;
  long number = atomic_fetch_add(&count, 1) + 1;
  log_line("%ld\tbegin\t%s\t%s\t%s\n", number, call, path, target);
  return number;
}

static int strikes(long number) {
  return number > 0 && fault_at > 0 && (number == fault_at || (sticky && number > fault_at));
}

static void die(long number) {
  log_line("%ld\tfault\t%s%s%s\n", number, "kill", "", "");
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

/* 1: the call must answer -1. */
static int fails(long number) {
  if (!strikes(number)) return 0;
  if (action == KILL && !after) die(number);
  if (action != FAIL_EIO && action != FAIL_ENOSPC) return 0;
  log_line("%ld\tfault\t%s%s%s\n", number, action == FAIL_EIO ? "eio" : "enospc", "", "");
  errno = action == FAIL_EIO ? EIO : ENOSPC;
  return 1;
}

static long ended(long number, long result) {
  if (number > 0) log_end(number, result);
  if (strikes(number) && action == KILL && after) die(number);
  return result;
}

/* How many bytes to write instead of `size`. */
static size_t cut(long number, size_t size) {
  if (!strikes(number) || action != SHORT || size < 2) return size;
  log_line("%ld\tfault\t%s%s%s\n", number, "short", "", "");
  return size / 2;
}

static void log_acknowledged(int fd, const char *text, size_t size) {
  static const char mark[] = "\"type\":\"completed\",\"id\":\"";
  if ((fd != STDOUT_FILENO && fd != STDERR_FILENO) || log_fd < 0) return;
  const char *end = text + size;
  for (const char *at = text; (at = memmem(at, (size_t)(end - at), mark, sizeof mark - 1)) != NULL;) {
    at += sizeof mark - 1;
    const char *quote = memchr(at, '"', (size_t)(end - at));
    char id[256];
    if (quote == NULL || (size_t)(quote - at) >= sizeof id) return;
    memcpy(id, at, (size_t)(quote - at));
    id[quote - at] = '\0';
    log_line("%ld\tack\t%s%s%s\n", 0, id, "", "");
  }
}

#define NEXT(name, type, ...)                                                    \
  static type (*next)(__VA_ARGS__);                                              \
  if (next == NULL) next = (type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name)

ssize_t write(int fd, const void *bytes, size_t size) {
  NEXT(write, ssize_t, int, const void *, size_t);
  char path[PATH_MAX];
  log_acknowledged(fd, bytes, size);
  if (!fd_path(fd, path, sizeof path)) return next(fd, bytes, size);
  long number = begin("write", "write", path, "");
  if (fails(number)) return ended(number, -1);
  return ended(number, next(fd, bytes, cut(number, size)));
}

static ssize_t at_offset(ssize_t (*next)(int, const void *, size_t, off_t), int fd, const void *bytes,
                         size_t size, off_t offset) {
  char path[PATH_MAX];
  if (!fd_path(fd, path, sizeof path)) return next(fd, bytes, size, offset);
  long number = begin("write", "pwrite", path, "");
  if (fails(number)) return ended(number, -1);
  return ended(number, next(fd, bytes, cut(number, size), offset));
}

ssize_t pwrite(int fd, const void *bytes, size_t size, off_t offset) {
  NEXT(pwrite, ssize_t, int, const void *, size_t, off_t);
  return at_offset(next, fd, bytes, size, offset);
}

ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t offset) {
  NEXT(pwrite64, ssize_t, int, const void *, size_t, off64_t);
  return at_offset(next, fd, bytes, size, offset);
}

/* Of several pieces a short write takes half of the first. */
ssize_t writev(int fd, const struct iovec *pieces, int length) {
  NEXT(writev, ssize_t, int, const struct iovec *, int);
  char path[PATH_MAX];
  for (int i = 0; i < length; i++) log_acknowledged(fd, pieces[i].iov_base, pieces[i].iov_len);
  if (!fd_path(fd, path, sizeof path)) return next(fd, pieces, length);
  long number = begin("write", "writev", path, "");
  if (fails(number)) return ended(number, -1);
  struct iovec first = pieces[0];
  first.iov_len = cut(number, first.iov_len);
  if (first.iov_len < pieces[0].iov_len) return ended(number, next(fd, &first, 1));
  return ended(number, next(fd, pieces, length));
}

static ssize_t pieces_at(ssize_t (*next)(int, const struct iovec *, int, off_t), int fd,
                         const struct iovec *pieces, int length, off_t offset) {
  char path[PATH_MAX];
  if (!fd_path(fd, path, sizeof path)) return next(fd, pieces, length, offset);
  long number = begin("write", "pwritev", path, "");
  if (fails(number)) return ended(number, -1);
  struct iovec first = pieces[0];
  first.iov_len = cut(number, first.iov_len);
  if (first.iov_len < pieces[0].iov_len) return ended(number, next(fd, &first, 1, offset));
  return ended(number, next(fd, pieces, length, offset));
}

ssize_t pwritev(int fd, const struct iovec *pieces, int length, off_t offset) {
  NEXT(pwritev, ssize_t, int, const struct iovec *, int, off_t);
  return pieces_at(next, fd, pieces, length, offset);
}

ssize_t pwritev64(int fd, const struct iovec *pieces, int length, off64_t offset) {
  NEXT(pwritev64, ssize_t, int, const struct iovec *, int, off64_t);
  return pieces_at(next, fd, pieces, length, offset);
}

static int on_fd(int (*next)(int), const char *class, const char *call, int fd) {
  char path[PATH_MAX];
  if (!fd_path(fd, path, sizeof path)) return next(fd);
  long number = begin(class, call, path, "");
  if (fails(number)) return (int)ended(number, -1);
  return (int)ended(number, next(fd));
}

int fsync(int fd) {
  NEXT(fsync, int, int);
  return on_fd(next, "fsync", "fsync", fd);
}

int fdatasync(int fd) {
  NEXT(fdatasync, int, int);
  return on_fd(next, "fsync", "fdatasync", fd);
}

static int truncated(int (*next)(int, off_t), int fd, off_t size) {
  char path[PATH_MAX];
  if (!fd_path(fd, path, sizeof path)) return next(fd, size);
  long number = begin("truncate", "ftruncate", path, "");
  if (fails(number)) return (int)ended(number, -1);
  return (int)ended(number, next(fd, size));
}

int ftruncate(int fd, off_t size) {
  NEXT(ftruncate, int, int, off_t);
  return truncated(next, fd, size);
}

int ftruncate64(int fd, off64_t size) {
  NEXT(ftruncate64, int, int, off64_t);
  return truncated(next, fd, size);
}

/* Names: paths are counted as they are given, and the tested program gives absolute ones. */
#define NAMED(call, path, target, result)                        \
  if (!is_under_root(path)) return result;                       \
  long number = begin("rename", call, path, target);             \
  if (fails(number)) return (int)ended(number, -1);              \
  return (int)ended(number, result)

int rename(const char *from, const char *to) {
  NEXT(rename, int, const char *, const char *);
  NAMED("rename", from, to, next(from, to));
}

int renameat(int from_fd, const char *from, int to_fd, const char *to) {
  NEXT(renameat, int, int, const char *, int, const char *);
  NAMED("rename", from, to, next(from_fd, from, to_fd, to));
}

int renameat2(int from_fd, const char *from, int to_fd, const char *to, unsigned int flags) {
  NEXT(renameat2, int, int, const char *, int, const char *, unsigned int);
  NAMED("rename", from, to, next(from_fd, from, to_fd, to, flags));
}

int link(const char *from, const char *to) {
  NEXT(link, int, const char *, const char *);
  NAMED("link", from, to, next(from, to));
}

int unlink(const char *path) {
  NEXT(unlink, int, const char *);
  NAMED("unlink", path, "", next(path));
}

int unlinkat(int fd, const char *path, int flags) {
  NEXT(unlinkat, int, int, const char *, int);
  NAMED("unlink", path, "", next(fd, path, flags));
}

int mkdir(const char *path, mode_t mode) {
  NEXT(mkdir, int, const char *, mode_t);
  NAMED("mkdir", path, "", next(path, mode));
}

int rmdir(const char *path) {
  NEXT(rmdir, int, const char *);
  NAMED("rmdir", path, "", next(path));
}
