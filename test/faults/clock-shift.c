/*
 * A wall clock that is set while a process runs, for tests: preloaded (LD_PRELOAD), it adds to the time of day what
 * stands in the file CLOCK_SHIFT, a number of seconds as 8 bytes, which whoever else has the file may change at any
 * moment. What counts up (CLOCK_MONOTONIC and its like) is left alone, as a kernel leaves it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t *shift;

__attribute__((constructor)) static void map_shift(void) {
  const char *file = getenv("CLOCK_SHIFT");
  if (file == NULL) return;
  int fd = open(file, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return;
  void *mapped = mmap(NULL, sizeof *shift, PROT_READ, MAP_SHARED, fd, 0);
  close(fd);
  if (mapped != MAP_FAILED) shift = mapped;
}

static time_t seconds(void) { return shift == NULL ? 0 : (time_t)*shift; }

int clock_gettime(clockid_t clock, struct timespec *at) {
  static int (*next)(clockid_t, struct timespec *);
  if (next == NULL) next = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
  int result = next(clock, at);
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) at->tv_sec += seconds();
  return result;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone) {
  static int (*next)(struct timeval *, void *);
  if (next == NULL) next = (int (*)(struct timeval *, void *))dlsym(RTLD_NEXT, "gettimeofday");
  int result = next(at, zone);
  if (result == 0) at->tv_sec += seconds();
  return result;
}

time_t time(time_t *at) {
  static time_t (*next)(time_t *);
  if (next == NULL) next = (time_t(*)(time_t *))dlsym(RTLD_NEXT, "time");
  time_t now = next(NULL) + seconds();
  if (at != NULL) *at = now;
  return now;
}
