// Queues in Objective-C. Swift has its own interface to them, so it does not see these.
#pragma once
#ifndef __swift__
#import <ObjectiveC/ObjectiveC.h>

NS_ASSUME_NONNULL_BEGIN
// page: dispatch/dispatch_queue_t
typedef NSObject *dispatch_queue_t;
// page: dispatch/dispatch_time_t
typedef unsigned long long dispatch_time_t;
// page: dispatch/dispatch_block_t
typedef void (^dispatch_block_t)(void);
// page: dispatch/dispatch_time_now
#define DISPATCH_TIME_NOW 0ull
// page: dispatch/nsec_per_sec
#define NSEC_PER_SEC 1000000000ull
// page: dispatch/1452921-dispatch_get_main_queue
extern dispatch_queue_t dispatch_get_main_queue(void);
// page: dispatch/1453057-dispatch_async
extern void dispatch_async(dispatch_queue_t queue, dispatch_block_t block);
// page: dispatch/1420519-dispatch_time
extern dispatch_time_t dispatch_time(dispatch_time_t when, long long nanoseconds);
// page: dispatch/1452876-dispatch_after
extern void dispatch_after(dispatch_time_t when, dispatch_queue_t queue, dispatch_block_t block);
NS_ASSUME_NONNULL_END
#endif
