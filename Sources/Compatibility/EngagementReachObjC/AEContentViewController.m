// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#import "EngagementReachPlatform.h"
#if ENGAGEMENT_REACH_HAS_VIEWS
#import "AEContentViewController.h"

@implementation AEContentViewController

- (AEInteractiveContent *)content {
  return nil;
}

- (void)exit {
  // It is taken away when its content has ended.
  [self.content exitContent];
}

- (void)loadToolbar:(UIToolbar *)toolbar {
  NSMutableArray<UIBarButtonItem *> *items = [NSMutableArray array];
  if (self.content.exitLabel.length > 0) {
    UIBarButtonItem *button = [[UIBarButtonItem alloc] initWithTitle:self.content.exitLabel
                                                               style:UIBarButtonItemStylePlain
                                                              target:self
                                                              action:@selector(exitButtonClicked:)];
    [self exitButtonLoaded:button];
    [items addObject:button];
  }
  if (self.content.actionLabel.length > 0) {
    [items addObject:[[UIBarButtonItem alloc] initWithBarButtonSystemItem:UIBarButtonSystemItemFlexibleSpace target:nil action:NULL]];
    UIBarButtonItem *button = [[UIBarButtonItem alloc] initWithTitle:self.content.actionLabel
                                                               style:UIBarButtonItemStyleDone
                                                              target:self
                                                              action:@selector(actionButtonClicked:)];
    [self actionButtonLoaded:button];
    [items addObject:button];
  }
  toolbar.items = items;
  toolbar.hidden = items.count == 0;
}

- (void)actionButtonClicked:(id)sender {
}

- (void)exitButtonClicked:(id)sender {
  [self exit];
}

- (void)actionButtonLoaded:(UIBarButtonItem *)button {
}

- (void)exitButtonLoaded:(UIBarButtonItem *)button {
}

@end
#endif
