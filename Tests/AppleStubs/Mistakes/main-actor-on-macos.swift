// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// wanted: main actor-isolated class property 'shared' can not be referenced from a nonisolated context
// platform: macos
import AppKit

nonisolated func mistake() -> AnyObject { NSApplication.shared }
