// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#import "EngagementReachPlatform.h"
#if ENGAGEMENT_REACH_HAS_VIEWS
#import "AEAnnouncementViewController.h"
#import "AEDefaultNotifier.h"
#import "AEPollViewController.h"
#import "AEReachModule.h"

// The same texts as in Swift, where Objective-C cannot see them.
NSString *const kAEReachModuleName = @"ReachModule";
NSString *const kAEReachNamespace = @"urn:ubikod:ermin:reach:0";
NSString *const kAEReachDefaultCategory = @"engagement.category.default";
NSString *const kAEAnnouncementKind = @"a";
NSString *const kAEPollKind = @"p";
NSString *const kAEDatapushKind = @"d";

@implementation AEReachModule (Registering)

- (void)registerNotifier:(id<AENotifier>)notifier forCategory:(NSString *)category {
  AEDefaultNotifier *known = [notifier isKindOfClass:[AEDefaultNotifier class]] ? (AEDefaultNotifier *)notifier : nil;
  BOOL (^isShowing)(AEInteractiveContent *) = nil;
  if (known != nil) {
    isShowing = ^BOOL(AEInteractiveContent *content) {
      return [known.stage isShowing:content];
    };
  }
  [self addNotifierForCategory:category
                        handle:^id(AEInteractiveContent *content) {
                          @try {
                            return @([notifier handleNotification:content]);
                          } @catch (NSException *exception) {
                            return exception.reason ?: exception.name;
                          }
                        }
                         clear:^(NSString *shown) {
                           [notifier clearNotification:shown];
                         }
                     isShowing:isShowing];
}

- (void)registerAnnouncementController:(Class)controllerClass forCategory:(NSString *)category {
  [self check:controllerClass extends:[AEAnnouncementViewController class]];
  BOOL isEarly = [self addAnnouncementController:^UIViewController *(AEReachAnnouncement *announcement) {
    return [[controllerClass alloc] initWithAnnouncement:announcement];
  }
                                     forCategory:category];
  [self checkStart:isEarly];
}

- (void)registerPollController:(Class)controllerClass forCategory:(NSString *)category {
  [self check:controllerClass extends:[AEPollViewController class]];
  BOOL isEarly = [self addPollController:^UIViewController *(AEReachPoll *poll) {
    return [[controllerClass alloc] initWithPoll:poll];
  }
                             forCategory:category];
  [self checkStart:isEarly];
}

- (void)check:(Class)controllerClass extends:(Class)wanted {
  if (![controllerClass isSubclassOfClass:wanted]) {
    [NSException raise:NSInvalidArgumentException format:@"%@ does not extend %@.", controllerClass, wanted];
  }
}

- (void)checkStart:(BOOL)isEarly {
  if (!isEarly) {
    [NSException raise:NSInternalInconsistencyException format:@"Controllers must be registered before the agent starts."];
  }
}

@end
#endif
