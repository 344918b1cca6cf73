// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(UIKit)
import UIKit
#endif

/// Opens URLs with the platform. If that is not possible, logs what would have been opened.
@available(iOSApplicationExtension, unavailable)
@available(tvOSApplicationExtension, unavailable)
struct PlatformURLOpener: Sendable {
  let log: Log

  @MainActor
  func open(_ context: Martlet.URLContext) {
    #if canImport(UIKit)
    UIApplication.shared.open(context.url, options: context.isUniversalLink ? [.universalLinksOnly: true] : [:])
    #else
    log.info("A URL with the scheme \(context.url.scheme ?? "?") was not opened. Set Configuration.urlOpener to open URLs on this system.")
    #endif
  }
}
