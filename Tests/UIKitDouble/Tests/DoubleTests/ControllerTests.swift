// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import SafariServices
import Testing
import UIKit

extension Doubles {
  @MainActor
  @Suite struct ControllerTests {
    init() { Drive.reset() }

    @Test func `Presenting ends after its animation, and dismissing gives the place back`() {
      let stage = AppStage()
      let sheet = NotingController()
      var heard: [String] = []
      stage.root.present(sheet, animated: true) { heard.append("presented") }
      #expect(stage.root.presentedViewController === sheet && sheet.isBeingPresented)
      Drive.advance(by: 0.3)
      #expect(heard.isEmpty && !sheet.heard.contains("did appear"))
      Drive.advance(by: 0.1)
      #expect(heard == ["presented"] && sheet.heard.last == "did appear")
      sheet.dismiss(animated: true) { heard.append("dismissed") }
      #expect(sheet.heard.last == "will disappear" && sheet.isBeingDismissed)
      Drive.advance(by: 0.4)
      #expect(
        heard.last == "dismissed" && sheet.heard.last == "did disappear"
          && stage.root.presentedViewController == nil)
      #expect(Drive.violations.isEmpty)
    }

    @Test func `Presenting from a controller in no window, or from one that presents, does nothing`() {
      let stage = AppStage()
      var completed = 0
      UIViewController().present(UIViewController(), animated: false) { completed += 1 }
      stage.root.present(UIViewController(), animated: false) { completed += 1 }
      stage.root.present(UIViewController(), animated: false) { completed += 10 }
      Drive.turn()
      #expect(completed == 1)
      #expect(
        Drive.violations == [
          "UIViewController presents, but its view is in no window",
          "NotingController presents, but already presents another controller",
        ])
    }

    @Test func `Dismissing first takes away what the receiver presents`() {
      let stage = AppStage()
      let (first, second) = (UIViewController(), UIViewController())
      stage.root.present(first, animated: false)
      Drive.turn()
      first.present(second, animated: false)
      Drive.turn()
      first.dismiss(animated: false)
      Drive.turn()
      #expect(first.presentedViewController == nil && stage.root.presentedViewController === first)
      first.dismiss(animated: false)
      Drive.turn()
      #expect(stage.root.presentedViewController == nil)
    }

    @Test func `An alert goes before its action comes`() {
      let stage = AppStage()
      var heard: [String] = []
      let alert = UIAlertController(title: "Question", message: nil, preferredStyle: .alert)
      alert.addAction(UIAlertAction(title: "Yes", style: .default) { heard.append($0.title ?? "") })
      stage.root.present(alert, animated: true)
      Drive.advance(by: 0.4)
      #expect(Drive.choose("Yes", in: alert) && heard.isEmpty)
      Drive.advance(by: 0.4)
      #expect(heard == ["Yes"] && stage.root.presentedViewController == nil)
    }

    @Test func `A person swipes a sheet away, and only then its delegate hears of it`() {
      final class Delegate: NSObject, UIAdaptivePresentationControllerDelegate {
        var count = 0
        func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
          count += 1
        }
      }
      let stage = AppStage()
      let delegate = Delegate()
      for isByHand in [false, true] {
        let sheet = UIViewController()
        sheet.presentationController?.delegate = delegate
        stage.root.present(sheet, animated: false)
        Drive.turn()
        if isByHand { #expect(Drive.swipeAway(sheet)) } else { sheet.dismiss(animated: false) }
        Drive.advance(by: 0.4)
        #expect(delegate.count == (isByHand ? 1 : 0))
      }
    }

    @Test(arguments: [("https://example.com", true), ("mailto:a@example.com", false)])
    func `Safari takes web addresses only`(url: String, isFine: Bool) throws {
      _ = SFSafariViewController(url: try #require(URL(string: url)))
      #expect(Drive.violations.isEmpty == isFine)
    }

    @Test func `Safari tells its delegate of the done button`() throws {
      final class Delegate: NSObject, SFSafariViewControllerDelegate {
        var count = 0
        func safariViewControllerDidFinish(_ controller: SFSafariViewController) { count += 1 }
      }
      let stage = AppStage()
      let safari = SFSafariViewController(url: try #require(URL(string: "https://example.com")))
      let delegate = Delegate()
      safari.delegate = delegate
      stage.root.present(safari, animated: true)
      Drive.advance(by: 0.4)
      #expect(stage.root.heard.last == "did disappear", "it covers the whole screen")
      Drive.tapDone(safari)
      Drive.advance(by: 0.4)
      #expect(
        delegate.count == 1 && stage.root.presentedViewController == nil
          && stage.root.heard.last == "did appear")
    }

    @Test func `A window that loses its controller loses what that presents`() {
      let stage = AppStage()
      weak var gone: UIViewController?
      do {
        let sheet = UIViewController()
        gone = sheet
        stage.root.present(sheet, animated: false)
        Drive.turn()
      }
      stage.window.isHidden = true
      stage.window.rootViewController = nil
      #expect(gone == nil && stage.window.subviews.isEmpty)
    }
  }
}
