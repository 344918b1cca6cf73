// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import MartletTesting
import TestSupport
import Testing
import UIKit

@testable import MartletUI

/// The real presenter on the real UIKit host, with a transcript of everything that the delegate and
/// the log would see.
@MainActor
final class PresenterOnHost: InAppMessageUIDelegate {
  let rig = HostRig()
  let ui: InAppMessageUI
  var prepare: (inout InAppMessageUI.PresentationContext) -> Void = { _ in }
  private(set) var lines: [String] = []
  private(set) var ends: [Outcome] = []

  init() {
    ui = InAppMessageUI(host: rig.host, environment: rig.clock.environment)
    ui.delegate = self
    ui.outcomeObserver = { [weak self] _, outcome in if outcome.isFinal { self?.ends.append(outcome) } }
  }

  /// Presents a message, and waits until its window is there.
  func present(_ message: Martlet.InAppMessage) async {
    lines = []
    var message = message
    message.context = .init(
      presentationID: "presentation-\(rig.clock.environment.makeID())", userID: nil, endsAt: nil,
      report: { [weak self] report in self?.lines.append(report.words) })
    ui.present(message: message)
    await rig.wait { rig.window?.rootViewController?.view.alpha == 1 }
    Drive.layout()
  }

  /// Time passes for the system and for the host.
  func advance(by seconds: Double) async {
    Drive.advance(by: seconds)
    await rig.clock.advance(by: .milliseconds(Int64(seconds * 1_000))) {
      // What was started has to sleep, and what became due has to run.
      await eventually("each timer sleeps") { ui.timerCount + rig.host.timerCount == rig.clock.sleeperCount }
    }
    for _ in 0..<20 {
      Drive.turn()
      await Task.yield()
    }
  }

  func inAppMessage(_ ui: InAppMessageUI, prepareWith context: inout InAppMessageUI.PresentationContext) {
    prepare(&context)
  }
  func inAppMessage(
    _ ui: InAppMessageUI, willPresent message: Martlet.InAppMessage, view: any InAppMessageView
  ) {
    lines.append("willPresent")
  }
  func inAppMessage(
    _ ui: InAppMessageUI, didPresent message: Martlet.InAppMessage, view: any InAppMessageView
  ) {
    lines.append("didPresent")
  }
  func inAppMessage(
    _ ui: InAppMessageUI, willDismiss message: Martlet.InAppMessage, view: any InAppMessageView
  ) {
    lines.append("willDismiss")
  }
  func inAppMessage(
    _ ui: InAppMessageUI, didDismiss message: Martlet.InAppMessage, view: any InAppMessageView
  ) {
    lines.append("didDismiss")
  }
  func inAppMessage(
    _ ui: InAppMessageUI, shouldProcess clickAction: Martlet.InAppMessage.ClickAction, buttonId: String?,
    message: Martlet.InAppMessage, view: any InAppMessageView
  ) -> Bool {
    lines.append("shouldProcess")
    return true
  }
}

extension Martlet.InAppMessage.Context.Report {
  fileprivate var words: String {
    switch self {
    case .impression: "impression"
    case .click(let button): "click \(button ?? "body")"
    case .dismissal(let cause): "dismissal \(cause.rawValue)"
    case .outcome(let outcome): "\(outcome)"
    }
  }
}

/// A view of an app that has moved in, with all that its contract asks for. Parts of it can be left
/// out.
final class MovedView: UIView, InAppMessageView {
  /// What the view does of its contract.
  struct Manners {
    var animates = true
    var reportsItself = true
    var callsCompletions = 1
    var removesItself = false
  }

  var manners = Manners()
  private(set) var calls: [String] = []
  var presented = false

  func present(completion: (() -> Void)?) {
    calls.append(superview == nil || window?.isHidden != false ? "present in no window" : "present")
    if manners.reportsItself { willPresent() }
    move(to: 1) { [self] in
      presented = true
      if manners.reportsItself {
        logImpression()
        didPresent()
      }
      for _ in 0..<manners.callsCompletions { completion?() }
    }
  }

  func dismiss(completion: (() -> Void)?) {
    calls.append("dismiss")
    if manners.reportsItself { willDismiss() }
    move(to: 0) { [self] in
      presented = false
      if manners.reportsItself { didDismiss() }
      if manners.removesItself { removeFromSuperview() }
      for _ in 0..<manners.callsCompletions { completion?() }
    }
  }

  private func move(to alpha: CGFloat, then finished: @escaping @MainActor () -> Void) {
    guard manners.animates else { return finished() }
    self.alpha = 1 - alpha
    UIView.animate(withDuration: 0.3) {
      self.alpha = alpha
    } completion: { _ in
      finished()
    }
  }
}

/// A view without any method for messages.
final class PlainView: UIView, InAppMessageView {
  var wanted = CGSize(width: 200, height: 100)
  override func sizeThatFits(_ size: CGSize) -> CGSize { wanted }
}
