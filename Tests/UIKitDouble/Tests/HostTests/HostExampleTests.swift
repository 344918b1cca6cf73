// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletKit
import MartletUI
import Testing
import UIKit

// example: ui-view
final class BalloonView: UIView, InAppMessageView {
  private let message: Martlet.InAppMessage.Modal

  init(_ message: Martlet.InAppMessage.Modal) {
    self.message = message
    super.init(frame: CGRect(x: 0, y: 0, width: 240, height: 240))
    let button = UIButton(
      type: .system, primaryAction: UIAction(title: message.header) { [weak self] _ in self?.open() })
    button.frame = bounds
    addSubview(button)
  }

  required init?(coder: NSCoder) { nil }

  private func open() {
    logClick()
    process(clickAction: message.data.clickAction)
    dismiss(completion: nil)
  }
}
// end

// example: ui-view-in-use
@MainActor
final class Balloons: InAppMessageUIDelegate {
  func inAppMessage(_ ui: InAppMessageUI, prepareWith context: inout InAppMessageUI.PresentationContext) {
    guard let modal = context.message.modal else { return }
    context.customView = BalloonView(modal)
  }
}
// end

extension HostTests {
  @MainActor
  @Suite("The examples of the documents that need UIKit")
  struct HostExampleTests {
    @Test func `a view of the app is shown, clicked and closed`() async throws {
      let (app, balloons) = (PresenterOnHost(), Balloons())
      app.prepare = { context in balloons.inAppMessage(app.ui, prepareWith: &context) }
      await app.present(.modal(.init(header: "Autumn")))
      await app.advance(by: 0.5)
      Drive.tap(try #require(app.ui.messageView as? UIView).subviews[0])
      await app.advance(by: 0.5)
      #expect(
        app.lines == [
          "willPresent", "impression", "didPresent", "click body", "shouldProcess", "willDismiss",
          "dismissal click", "didDismiss",
        ])
    }
  }
}
