// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// Safari inside an app.
@_exported import SafariServices

#if canImport(UIKit)
@_exported import UIKit
#endif
