// Web views. Nothing of tvOS, and of macOS only that the module is there.
#pragma once
#if !TARGET_OS_OSX
#import <UIKit/UIKit.h>
#import <WebKit/WKScripts.h>
#import <WebKit/WKConfiguration.h>
#import <WebKit/WKNavigation.h>
#import <WebKit/WKWebView.h>
#endif
