// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// A double of UIKit: views keep what they are given, events can be driven, and nothing is drawn.
// The names and forms are Apple's. The folder Drive has what a test does to it, and what only a
// test can see. What needs Objective-C is absent: there are no selectors. Where Apple's system
// raises an exception, the double writes down a violation, and goes on.
@_exported import CoreGraphics
@_exported import Foundation
@_exported import QuartzCore
