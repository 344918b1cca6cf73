// A module of the app, with a storage. The prelude stands before it.
#import "AEAutorotateView.h"
#import "AEPushDelegate.h"
#import "AEPushMessage.h"
#import "AEReachDataPush.h"
#import "AEStorage.h"

@interface CouponModule : NSObject <AEModule, AEStorageDelegate>
@property (nonatomic, strong) AEStorage *storage;
@end

@implementation CouponModule

- (void)start {
  self.storage = [AEStorage storageWithName:@"coupons" version:1 autoSync:YES];
  [self.storage setCapacity:20];
  [self.storage setDelegate:self];
}

- (void)stop {
  [self.storage synchronize];
}

- (NSString *)name {
  return @"coupons";
}

- (void)pushMessageReceived:(AEPushMessage *)message {
  NSUInteger uid = [self.storage put:message];
  [self.storage putAll:@[ message.messageId, message.reachValues, message.payload ]];
  [self.storage remove:uid];
  for (AEStorageEntry *entry in self.storage) {
    if ([entry.data isKindOfClass:[NSString class]]) {
      [self.storage remove:entry.uid];
    }
  }
}

- (void)processRemoteNotification:(NSDictionary *)userInfo {
  AEPushMessage *message = [[AEPushMessage alloc] init];
  if (![message parseJsonPayload:userInfo]) {
    [[EngagementAgent shared] sendError:@"payload" extras:nil];
  }
}

- (void)pushNotificationReceived:(NSDictionary *)userInfo {
}

- (void)activityChanged:(NSString *)name {
}

- (void)configurationChanged {
  [self.storage clear];
}

- (void)storage:(AEStorage *)storage didEvictEntry:(AEStorageEntry *)entry {
  NSUInteger uid = entry.uid;
  [[EngagementAgent shared] sendEvent:uid == 1 ? @"first_evicted" : @"evicted" extras:nil];
}

@end

/// What has no meaning any more still compiles, with one deprecated call that has its own file of mistakes.
@interface OldAppDelegate : NSObject <AEPushDelegate>
@end

@implementation OldAppDelegate

- (void)didReceiveMessage:(AEPushMessage *)message {
}

- (void)launch:(AEReachModule *)reach {
  AEStorage *old = [AEStorage userDefaultstorageWithName:@"old" autoSync:NO capacity:5];
  [EngagementAgent setTestLogEnabled:YES];
  [EngagementAgent init:@"Endpoint=messages.example.com;SdkKey=key;AppId=shop" modules:reach, [[CouponModule alloc] init], nil];
  id module = [[EngagementAgent shared] getModule:@"coupons"];
  [module stop];
  [[EngagementAgent shared] getMessage:@"message"];
  [[EngagementAgent shared] getCampaigns:@60];
  [[NSUserDefaults standardUserDefaults] setObject:@NO forKey:kEngagementAgentEnabled];
  if ([[AEIdfaProvider shared] isIdfaEnabled] == nil && [[AEIdfaProvider shared] idfa] == nil && old.entries.count == 0) {
    [reach onLoadingViewDismissed];
  }
}

- (void)show:(AEReachAnnouncement *)announcement data:(AEReachDataPush *)data in:(UIView *)view {
  AEAutorotateView *holder = [[AEAutorotateView alloc] initWithContent:view];
  holder.transform = [holder transformForOrientation:UIInterfaceOrientationPortrait];
  UIImageView *picture = [[UIImageView alloc] initWithImage:announcement.notificationImage];
  [holder addSubview:picture];
  [announcement setDisplayed:YES];
  [announcement setActioned:YES];
  [announcement setPayload:@{}];
  if ([announcement hasContentDLC] || [announcement hasNotificationDLC] || [announcement hasNotificationAndContentDLC]) {
    [announcement sendFeedback:[announcement getDlcId] extras:nil];
  }
  if (data.type == AEDatapushTypeBase64 && data.decodedBody == nil) {
    [data drop];
  }
}

@end
