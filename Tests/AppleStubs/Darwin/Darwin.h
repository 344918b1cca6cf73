// The part of Apple's C library that the SDK calls. Its pages are those of the system's manual.
#pragma once
#import <Darwin/errno.h>

// manual: stat(2)
typedef unsigned long size_t;
// manual: stdint(3)
typedef unsigned int uint32_t;
// manual: stdint(3)
typedef unsigned long long uint64_t;
// manual: read(2)
typedef long ssize_t;
// manual: lseek(2)
typedef long long off_t;
// manual: chmod(2)
typedef unsigned short mode_t;

// manual: open(2)
#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_NONBLOCK 0x0004
#define O_APPEND 0x0008
#define O_CREAT 0x0200
#define O_TRUNC 0x0400
#define O_EXCL 0x0800
#define O_CLOEXEC 0x1000000
// manual: stdin(4)
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
// manual: flock(2)
#define LOCK_SH 1
#define LOCK_EX 2
#define LOCK_NB 4
#define LOCK_UN 8
// manual: fcntl(2)
#define F_GETFL 3
#define F_SETFL 4
#define F_FULLFSYNC 51
#define F_BARRIERFSYNC 85

// manual: dir(5)
struct dirent { unsigned long long d_ino; unsigned long long d_seekoff; unsigned short d_reclen; unsigned short d_namlen; unsigned char d_type; char d_name[1024]; };
// manual: clock_gettime(3)
struct timespec { long tv_sec; long tv_nsec; };
// manual: stat(2)
struct stat { mode_t st_mode; off_t st_size; struct timespec st_mtimespec; };
// manual: directory(3)
typedef struct { int __dd_fd; } DIR;
// manual: directory(3)
DIR *opendir(const char *path);
// manual: directory(3)
struct dirent *readdir(DIR *stream);
// manual: directory(3)
int closedir(DIR *stream);
// manual: mkdir(2)
int mkdir(const char *path, mode_t mode);
// manual: mkdtemp(3)
char *mkdtemp(char *path);
// manual: close(2)
int close(int descriptor);
// manual: read(2)
ssize_t read(int descriptor, void *buffer, size_t count);
// manual: write(2)
ssize_t write(int descriptor, const void *buffer, size_t count);
// manual: fsync(2)
int fsync(int descriptor);
// manual: truncate(2)
int ftruncate(int descriptor, off_t length);
// manual: flock(2)
int flock(int descriptor, int operation);
// manual: rename(2)
int rename(const char *from, const char *to);
// manual: unlink(2)
int unlink(const char *path);
// manual: stat(2)
int stat(const char *path, struct stat *result);
// manual: stat(2)
int fstat(int descriptor, struct stat *result);
// manual: strerror(3)
char *strerror(int code);

// manual: poll(2)
#define POLLIN 0x0001
#define POLLOUT 0x0004
// manual: poll(2)
struct pollfd { int fd; short events; short revents; };
// manual: poll(2)
typedef unsigned int nfds_t;
// manual: poll(2)
int poll(struct pollfd *descriptors, nfds_t count, int timeout);

// manual: signal(3)
#define SIGPIPE 13
// manual: sigprocmask(2)
#define SIG_BLOCK 1
#define SIG_UNBLOCK 2
#define SIG_SETMASK 3
// manual: sigaction(2)
typedef unsigned int sigset_t;
// manual: sigsetops(3)
int sigemptyset(sigset_t *set);
// manual: sigsetops(3)
int sigaddset(sigset_t *set, int signal);
// manual: sigsetops(3)
int sigismember(const sigset_t *set, int signal);
// manual: sigpending(2)
int sigpending(sigset_t *set);
// manual: sigwait(2)
int sigwait(const sigset_t *set, int *signal);
// manual: pthread_sigmask(2)
int pthread_sigmask(int how, const sigset_t *set, sigset_t *before);

// manual: pow(3)
double pow(double base, double exponent);
