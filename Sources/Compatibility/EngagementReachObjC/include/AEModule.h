// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#pragma once
#import <Foundation/Foundation.h>

/// A part of the agent. `AEReachModule` is one.
@protocol AEModule <NSObject>
- (void)start;
- (void)stop;
- (NSString *_Nonnull)name;
@end
