// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#pragma once

#include <TargetConditionals.h>

// Everything here needs UIKit and WebKit. A Mac also builds this target for itself, where UIKit is missing, and Apple TV and Apple Watch have no web view. There,
// each file is empty, whichever headers their SDKs have.
#if !TARGET_OS_TV && !TARGET_OS_WATCH && __has_include(<UIKit/UIKit.h>) && __has_include(<WebKit/WebKit.h>)
#define ENGAGEMENT_REACH_HAS_VIEWS 1
#else
#define ENGAGEMENT_REACH_HAS_VIEWS 0
#endif
