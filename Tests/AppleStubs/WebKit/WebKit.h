// Web views. Nothing of tvOS.
#pragma once
#import <UIKit/UIKit.h>
#import <WebKit/WKScripts.h>
#import <WebKit/WKConfiguration.h>
#import <WebKit/WKNavigation.h>
#import <WebKit/WKWebView.h>
