// Notifications outside the app: permission, requests, contents. Nothing here is on the main actor, and completion handlers come on any thread.
#pragma once
#import <Foundation/Foundation.h>
#import <UserNotifications/UNNotificationContent.h>
#import <UserNotifications/UNUserNotificationCenter.h>
