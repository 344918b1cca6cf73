// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// The part of AppKit that a client without views uses.
@_exported import AppKit
@_exported import Foundation
