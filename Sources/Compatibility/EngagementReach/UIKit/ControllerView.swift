// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import MartletCore
import UIKit

/// Shows a view controller of the app, and notices when it disappears without a word.
@available(iOSApplicationExtension, unavailable)
@available(tvOSApplicationExtension, unavailable)
@MainActor
final class ControllerView: ContentView {
  private let controller: UIViewController
  private weak var content: AEInteractiveContent?
  private let environment: Environment
  private var watch: Task<Void, Never>?
  /// How long a controller may be out of the hierarchy.
  private static let patience = Duration.seconds(2)

  struct NoWindow: Error, CustomStringConvertible {
    var description: String { "The app has no window with a root view controller." }
  }

  init(_ controller: UIViewController, _ content: AEInteractiveContent, _ environment: Environment) {
    (self.controller, self.content, self.environment) = (controller, content, environment)
  }

  func present() throws {
    guard AEViewControllerUtil.availableWindow()?.rootViewController != nil else { throw NoWindow() }
    controller.modalPresentationStyle = .fullScreen
    AEViewControllerUtil.presentViewController(controller, animated: true)
    let trace = WindowTrace()
    trace.moved = { [weak self] in self?.look() }
    controller.view.addSubview(trace)
  }

  func dismiss() {
    watch?.cancel()
    content = nil
    AEViewControllerUtil.dismissViewController(controller)
  }

  /// Something presented over the controller may cover it. It is in the hierarchy then.
  private var isInHierarchy: Bool {
    controller.viewIfLoaded?.window != nil || controller.presentingViewController != nil
      || controller.parent != nil
  }

  private func look() {
    watch?.cancel()
    guard content != nil, controller.viewIfLoaded?.window == nil else { return }
    watch = Task { [weak self, environment] in
      try? await environment.sleep(Self.patience)
      guard !Task.isCancelled, let self, !isInHierarchy else { return }
      content?.exitContent()
    }
  }
}

/// Hears when the views around it come into a window and leave it.
@MainActor
private final class WindowTrace: UIView {
  var moved: () -> Void = {}

  init() {
    super.init(frame: .zero)
    isHidden = true
  }

  required init?(coder: NSCoder) { nil }

  override func didMoveToWindow() {
    super.didMoveToWindow()
    moved()
  }
}
#endif
