// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletReach

/// Where the content of a campaign is shown.
@MainActor
protocol ContentView: AnyObject {
  func present() throws
  /// May be called more than once.
  func dismiss()
}

/// Makes a view controller of the app a controller of Martlet.
@MainActor
final class ContentBridge: ContentController {
  private let content: AEInteractiveContent
  /// nil: the app shows it in its own way.
  private let view: (any ContentView)?
  private weak var module: AEReachModule?

  init(_ content: AEInteractiveContent, _ view: (any ContentView)?, of module: AEReachModule?) {
    (self.content, self.view, self.module) = (content, view, module)
  }

  func present() throws {
    try view?.present()
    module?.began(content, .showing)
    content.displayContent()
  }

  func dismiss() { view?.dismiss() }
}
