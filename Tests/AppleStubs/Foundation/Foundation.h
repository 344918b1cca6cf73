// Foundation's Objective-C side, as far as the SDK and its hosts use it.
#pragma once
#import <ObjectiveC/ObjectiveC.h>
#import <CoreFoundation/CoreFoundation.h>
#import <Dispatch/Dispatch.h>
#import <Foundation/NSBase.h>
#import <Foundation/NSString.h>
#import <Foundation/NSException.h>
#import <Foundation/NSCollections.h>
#import <Foundation/NSValues.h>
#import <Foundation/NSArchives.h>
#import <Foundation/NSLocks.h>
#import <Foundation/NSNotification.h>
#import <Foundation/NSProcess.h>
#import <Foundation/NSFiles.h>
#import <Foundation/NSURLSession.h>
