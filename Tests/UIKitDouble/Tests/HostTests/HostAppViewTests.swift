// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit
import Testing
import UIKit

@testable import MartletUI

extension HostTests {
  @MainActor
  @Suite("Views of the app on UIKit")
  struct HostAppViewTests {
    private let app = PresenterOnHost()
    private let message = Martlet.InAppMessage.modal(.init(header: "Autumn"))

    /// Presents the message with this view, without letting it appear.
    private func present(_ view: (any InAppMessageView)?) async {
      app.prepare = { context in context.customView = view }
      await app.present(message)
    }

    private func show(_ view: (any InAppMessageView)?) async {
      await present(view)
      await app.advance(by: 0.5)
    }

    private let seen = ["willPresent", "impression", "didPresent"]

    @Test
    func
      `a view that keeps its contract is in its window before it appears, and everything is counted and told in order`()
      async
    {
      let view = MovedView(frame: CGRect(x: 0, y: 0, width: 200, height: 100))
      await present(view)
      #expect(view.calls == ["present"] && app.lines == ["willPresent"] && !view.isPresented)
      #expect(app.ui.messageView === view)
      await app.advance(by: 0.5)
      #expect(app.lines == seen && view.isPresented)
      view.logClick(buttonId: "1")
      view.logClick(buttonId: "1")
      view.process(clickAction: .none, buttonId: "1")
      view.dismiss(completion: nil)
      #expect(app.lines == seen + ["click 1", "shouldProcess", "willDismiss"])
      await app.advance(by: 0.5)
      #expect(
        app.lines == seen + ["click 1", "shouldProcess", "willDismiss", "dismissal click", "didDismiss"])
      #expect(view.calls == ["present", "dismiss"] && app.ends == [.shown])
      #expect(app.rig.window == nil && view.superview == nil && app.ui.messageView == nil)
      #expect(Drive.violations == [])
    }

    @Test(
      arguments: [
        MovedView.Manners(reportsItself: false), .init(callsCompletions: 0), .init(callsCompletions: 2),
        .init(removesItself: true),
        .init(reportsItself: false, callsCompletions: 0),
        .init(reportsItself: false, callsCompletions: 2, removesItself: true),
        .init(animates: false, reportsItself: false, callsCompletions: 0, removesItself: true),
        .init(animates: false, callsCompletions: 2),
      ])
    func `a view that forgets its contract is counted and told as any other, and taken away`(
      manners: MovedView.Manners
    ) async {
      let view = MovedView(frame: CGRect(x: 0, y: 0, width: 200, height: 100))
      view.manners = manners
      await present(view)
      await app.advance(by: 2)
      #expect(app.lines == seen)
      app.ui.dismiss()
      await app.advance(by: 2)
      #expect(app.lines == seen + ["willDismiss", "dismissal app", "didDismiss"])
      #expect(view.calls == ["present", "dismiss"])
      #expect(app.ends == [.shown] && app.rig.window == nil && view.superview == nil)
    }

    @Test func `a view that removes itself without a word ends its message`() async {
      let view = MovedView(frame: CGRect(x: 0, y: 0, width: 200, height: 100))
      await show(view)
      view.removeFromSuperview()
      await app.advance(by: 0.1)
      #expect(app.lines == seen + ["willDismiss", "dismissal user", "didDismiss"])
      #expect(app.rig.window == nil && view.calls == ["present"])
    }

    @Test
    func `a view without own methods fades in and out, also twice, and at once if the message does not move`()
      async
    {
      let view = PlainView()
      view.alpha = 0
      for _ in 0..<2 {
        await present(view)
        #expect(app.lines == ["willPresent"])
        await app.advance(by: 0.25)
        #expect(app.lines == seen && view.alpha == 1)
        view.dismiss(completion: nil)
        await app.advance(by: 0.25)
        #expect(app.lines == seen + ["willDismiss", "dismissal user", "didDismiss"])
        #expect(view.alpha == 1 && view.superview == nil)
      }
      app.prepare = { context in
        context.customView = view
        context.message.animateIn = false
      }
      await app.present(message)
      #expect(app.lines == seen)
    }

    @Test
    func
      `a view without a place is in the middle of the safe area, also after a rotation and above the keyboard`()
      async
    {
      let view = PlainView()
      await show(view)
      #expect(view.frame == CGRect(x: 95, y: 379, width: 200, height: 100), "between 47 and 810")
      Drive.showKeyboard(in: app.rig.scene)
      Drive.layout()
      #expect(view.frame == CGRect(x: 95, y: 228, width: 200, height: 100), "between 47 and 508")
      Drive.hideKeyboard(in: app.rig.scene)
      Drive.rotate(app.rig.scene, to: .landscapeRight)
      Drive.layout()
      #expect(view.frame.midX == 422 && view.frame.width == 200)
    }

    @Test
    func
      `a view with a frame, constraints or a size of its own keeps them; one that wants nothing fills the safe area`()
      async
    {
      let framed = PlainView(frame: CGRect(x: 10, y: 20, width: 50, height: 60))
      await show(framed)
      #expect(framed.frame == CGRect(x: 10, y: 20, width: 50, height: 60))
      app.ui.dismiss()
      await app.advance(by: 0.5)

      let sized = PlainView(frame: CGRect(x: 0, y: 0, width: 100, height: 50))
      await show(sized)
      #expect(sized.frame == CGRect(x: 145, y: 404, width: 100, height: 50))
      sized.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
      Drive.layout()
      #expect(sized.frame == CGRect(x: 0, y: 0, width: 10, height: 10), "the app moves it")
      app.ui.dismiss()
      await app.advance(by: 0.5)

      let constrained = PlainView()
      constrained.translatesAutoresizingMaskIntoConstraints = false
      await show(constrained)
      #expect(constrained.frame == .zero, "the double has no constraints between views")
      app.ui.dismiss()
      await app.advance(by: 0.5)

      let empty = PlainView()
      empty.wanted = .zero
      await show(empty)
      #expect(empty.frame == CGRect(x: 0, y: 47, width: 390, height: 763))
    }

    @Test func `touches beside the view reach the app, and those on it do not`() async {
      let view = PlainView()
      let button = UIButton(frame: CGRect(x: 0, y: 0, width: 200, height: 44))
      var taps = 0
      button.addAction(UIAction { _ in taps += 1 }, for: .touchUpInside)
      view.addSubview(button)
      await show(view)
      #expect(Drive.tap(CGPoint(x: 195, y: 200), in: app.rig.scene)?.window === app.rig.appWindow)
      Drive.tap(button)
      #expect(taps == 1)
      view.isUserInteractionEnabled = false
      #expect(Drive.hit(CGPoint(x: 195, y: 430), in: app.rig.scene)?.window === app.rig.appWindow)
    }

    @Test func `a view that covers the app takes keys, the focus and all touches, and gives them back`()
      async throws
    {
      let view = PlainView(frame: CGRect(x: 0, y: 0, width: 390, height: 844))
      let title = UILabel(frame: CGRect(x: 0, y: 100, width: 390, height: 44))
      title.isAccessibilityElement = true
      view.addSubview(title)
      view.accessibilityViewIsModal = true
      view.initialAccessibilityElement = title
      await show(view)
      #expect(!app.rig.appWindow.isKeyWindow)
      #expect(Drive.focus === title)
      #expect(Drive.hit(CGPoint(x: 5, y: 5), in: app.rig.scene)?.window is MessageWindow)
      #expect(app.rig.window?.rootViewController?.view.accessibilityViewIsModal == true)
      app.ui.dismiss()
      await app.advance(by: 0.5)
      #expect(app.rig.appWindow.isKeyWindow)
    }

    @Test func `a view beside the app leaves keys to it until it asks for them`() async {
      let view = PlainView()
      await show(view)
      #expect(app.rig.appWindow.isKeyWindow)
      app.ui.makeKey(for: view)
      #expect(app.rig.window?.isKeyWindow == true)
      view.dismiss(completion: nil)
      await app.advance(by: 0.5)
      #expect(app.rig.appWindow.isKeyWindow)
    }

    @Test func `the escape gesture closes any view`() async {
      let view = PlainView()
      await show(view)
      Drive.escapeGesture(in: app.rig.scene)
      await app.advance(by: 0.5)
      #expect(app.lines == seen + ["willDismiss", "dismissal user", "didDismiss"])
    }

    @Test func `another person, or a scene that goes, takes the view away at once, and it is told once`()
      async
    {
      let view = MovedView(frame: CGRect(x: 0, y: 0, width: 200, height: 100))
      await show(view)
      app.ui.dismiss(reason: .changeUser)
      #expect(app.rig.window == nil && view.superview == nil && view.calls == ["present", "dismiss"])
      #expect(app.lines == seen + ["willDismiss", "dismissal user_changed", "didDismiss"])
      await show(view)
      Drive.disconnect(app.rig.scene)
      #expect(app.lines == seen + ["willDismiss", "dismissal app", "didDismiss"])
      #expect(view.calls == ["present", "dismiss", "present", "dismiss"] && view.superview == nil)
    }

    @Test func `what is neither a UIView nor a view with a scene is discarded with that reason`() {
      final class Nothing: InAppMessageView {
        func present(completion: (() -> Void)?) {}
        func dismiss(completion: (() -> Void)?) {}
      }
      app.prepare = { context in context.customView = Nothing() }
      app.ui.present(message: message)
      #expect(app.ends == [.discarded(.unsupportedKind)])
    }

    @Test func `a controller that the app names answers for the status bar and the edges`() async {
      final class Preferences: UIViewController {
        override var preferredStatusBarStyle: UIStatusBarStyle { .lightContent }
        override var preferredScreenEdgesDeferringSystemGestures: UIRectEdge { .bottom }
      }
      app.prepare = { context in context.preferencesProxy = Preferences() }
      await app.present(message)
      #expect(app.rig.scene.statusBarManager?.statusBarStyle == .lightContent)
      #expect(app.rig.window?.rootViewController?.preferredScreenEdgesDeferringSystemGestures == .bottom)
    }

    @Test func `after a hundred presentations no view is left alive`() async {
      weak var last: UIView?
      weak var window: UIWindow?
      for number in 0..<100 {
        var view: (any InAppMessageView)? =
          number % 2 == 0 ? PlainView() : MovedView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
        last = view as? UIView
        await show(view)
        window = app.rig.window
        view?.dismiss(completion: nil)
        view = nil
        app.prepare = { _ in }
        await app.advance(by: 0.5)
      }
      await app.rig.wait { last == nil && window == nil }
      #expect(app.ends.count == 100 && app.rig.scene.windows.count == 1)
      #expect(Drive.violations == [])
    }
  }
}
