// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// wanted: unavailable in application extensions for iOS
// flags: -application-extension
import UIKit

@MainActor func mistake() -> UIApplication { UIApplication.shared }
