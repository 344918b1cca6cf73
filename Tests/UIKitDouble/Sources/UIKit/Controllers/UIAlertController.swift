// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

@MainActor open class UIAlertAction: NSObject {
  public enum Style: Int, Sendable { case `default`, cancel, destructive }

  public let title: String?
  public let style: Style
  open var isEnabled = true
  let handler: ((UIAlertAction) -> Void)?

  public init(title: String?, style: UIAlertAction.Style, handler: ((UIAlertAction) -> Void)? = nil) {
    (self.title, self.style, self.handler) = (title, style, handler)
    super.init()
  }
}

/// A question with buttons. Tests answer it with `Drive.choose`.
open class UIAlertController: UIViewController {
  public enum Style: Int, Sendable { case actionSheet, alert }

  open var message: String?
  public let preferredStyle: UIAlertController.Style
  open private(set) var actions: [UIAlertAction] = []
  open private(set) var textFields: [UITextField]?
  open var preferredAction: UIAlertAction?

  public convenience init(title: String?, message: String?, preferredStyle: UIAlertController.Style) {
    self.init(style: preferredStyle)
    (self.title, self.message) = (title, message)
  }

  private init(style: Style) {
    preferredStyle = style
    super.init(nibName: nil, bundle: nil)
    modalPresentationStyle = .custom
  }

  public required init?(coder: NSCoder) { nil }

  open func addAction(_ action: UIAlertAction) {
    if action.style == .cancel, actions.contains(where: { $0.style == .cancel }) {
      Violations.record("an alert has two cancel actions")
    }
    actions.append(action)
  }

  open func addTextField(configurationHandler: ((UITextField) -> Void)? = nil) {
    if preferredStyle == .actionSheet { Violations.record("an action sheet has a text field") }
    let field = UITextField()
    textFields = (textFields ?? []) + [field]
    configurationHandler?(field)
  }

  open override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    if preferredStyle == .actionSheet, traitCollection.userInterfaceIdiom == .pad {
      Violations.record("an action sheet on iPad has no source view")
    }
  }

  /// The alert goes first, then the handler comes.
  func choose(_ action: UIAlertAction) {
    presentingViewController?.dismiss(animated: true) { action.handler?(action) }
  }
}
