// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#import "EngagementReachPlatform.h"
#if ENGAGEMENT_REACH_HAS_VIEWS
#import "AEStorage.h"

@implementation AEStorage (Enumeration)

- (NSUInteger)countByEnumeratingWithState:(NSFastEnumerationState *)state
                                  objects:(id __unsafe_unretained[])buffer
                                    count:(NSUInteger)count {
  // One entry at a time, found by its uid: what the loop removes is not asked for any more.
  AEStorageEntry *__autoreleasing entry = [self entryAfter:state->state];
  if (entry == nil || count == 0) {
    return 0;
  }
  buffer[0] = entry;
  state->state = entry.uid;
  state->itemsPtr = buffer;
  state->mutationsPtr = &state->extra[0];
  return 1;
}

@end
#endif
