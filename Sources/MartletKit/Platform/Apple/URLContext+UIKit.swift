// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
public import UIKit

extension Martlet.URLContext {
  /// The controller on which a page opens inside the app, held weakly. If nil, the one on top of
  /// the app in `targetScene`. If it cannot present a page, the system opens it.
  public var targetViewController: UIViewController? {
    get { controller as? UIViewController }
    set { controller = newValue }
  }

  /// The scene in which the URL opens, held weakly. If nil, the active one.
  public var targetScene: UIScene? {
    get { scene as? UIScene }
    set { scene = newValue }
  }
}

extension Martlet.ModalContext {
  /// The controller that presents the page, held weakly. At first, the one on top of the app, or
  /// `URLContext.targetViewController`. If nil, the system opens the page.
  public var presentingViewController: UIViewController? {
    get { controller as? UIViewController }
    set { controller = newValue }
  }
}
#endif
