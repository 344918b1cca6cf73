// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What can have the focus of a keyboard or a remote control.
@MainActor
public protocol UIFocusEnvironment: AnyObject {
  var preferredFocusEnvironments: [any UIFocusEnvironment] { get }
}

extension UIView: UIFocusEnvironment {}
extension UIViewController: UIFocusEnvironment {}
