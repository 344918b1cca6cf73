// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#pragma once

// Everything here needs UIKit and WebKit. A Mac also builds this target for itself, where UIKit is missing, and Apple TV has no WebKit. There, each file is
// empty.
#if __has_include(<UIKit/UIKit.h>) && __has_include(<WebKit/WebKit.h>)
#define ENGAGEMENT_REACH_HAS_VIEWS 1
#else
#define ENGAGEMENT_REACH_HAS_VIEWS 0
#endif
