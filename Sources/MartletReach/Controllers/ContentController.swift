// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Shows one announcement or survey.
@MainActor
public protocol ContentController: AnyObject {
  /// Shows the content. Report `contentAppeared()` of the item when it is visible, then `act()`,
  /// `submit(_:)` or `exit()`. If this throws, the item is dropped, and the log has the error.
  func present() throws

  /// Takes the content away, also after its own report. It may not be visible yet. Report nothing.
  func dismiss()
}
