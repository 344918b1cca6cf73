// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import UIKit

extension PlatformURLOpener {
  @MainActor
  func openInApplication(_ context: Martlet.URLContext) {
    UIApplication.shared.open(context.url, options: context.isUniversalLink ? [.universalLinksOnly: true] : [:])
  }
}
#endif
