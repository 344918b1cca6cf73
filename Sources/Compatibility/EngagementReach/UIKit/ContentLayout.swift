// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit) && canImport(ObjectiveC) && !os(tvOS)
import UIKit

/// What the default controllers have in common.
@MainActor
enum ContentLayout {
  /// The nib of a class: its name without "Controller". nil if the app has no such nib.
  static func nib(of controller: UIViewController.Type) -> String? {
    let name = String(describing: controller).replacing("Controller", with: "")
    return Bundle.main.path(forResource: name, ofType: "nib") == nil ? nil : name
  }

  /// The first view of a kind in another one, which may be that view itself.
  static func part<Part: UIView>(in view: UIView) -> Part? {
    view as? Part ?? view.subviews.lazy.compactMap { part(in: $0) }.first
  }

  /// Shows a title, or hides the bar if it is empty.
  static func show(_ title: String, in bar: UINavigationBar?) {
    bar?.isHidden = title.isEmpty
    bar?.items = title.isEmpty ? [] : [UINavigationItem(title: title)]
  }

  /// An empty view for a controller without a nib.
  static func makeView() -> UIView {
    let view = UIView(frame: .zero)
    view.backgroundColor = .systemBackground
    return view
  }

  /// Puts parts below each other, in the safe area.
  static func stack(_ parts: [UIView], in view: UIView) {
    let stack = UIStackView(arrangedSubviews: parts)
    stack.axis = .vertical
    stack.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(stack)
    let room = view.safeAreaLayoutGuide
    NSLayoutConstraint.activate([
      stack.topAnchor.constraint(equalTo: room.topAnchor),
      stack.bottomAnchor.constraint(equalTo: room.bottomAnchor),
      stack.leadingAnchor.constraint(equalTo: room.leadingAnchor),
      stack.trailingAnchor.constraint(equalTo: room.trailingAnchor),
    ])
  }
}
#endif
