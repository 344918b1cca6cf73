// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(UIKit)
import UIKit
#elseif canImport(AppKit)
import AppKit
#endif

/// Opens URLs as the platform does; where there is none, says in the log what would have been opened.
struct PlatformURLOpener: Sendable {
  let log: Log

  @MainActor
  func open(_ context: Martlet.URLContext) {
    #if canImport(UIKit)
    UIApplication.shared.open(context.url, options: context.isUniversalLink ? [.universalLinksOnly: true] : [:])
    #elseif canImport(AppKit)
    NSWorkspace.shared.open(context.url)
    #else
    log.info("Would open a URL of the scheme \(context.url.scheme ?? "?"). Set Configuration.urlOpener to open it.")
    #endif
  }
}
