// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UIKit

extension Doubles {
  @MainActor
  @Suite struct TraitTests {
    init() { Drive.reset() }

    final class Watching: UIView {
      var styles: [UIUserInterfaceStyle?] = []
      override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        super.traitCollectionDidChange(previousTraitCollection)
        styles.append(previousTraitCollection?.userInterfaceStyle)
      }
    }

    @Test func `Views hear of a change with the traits before it`() {
      let stage = AppStage()
      let view = stage.add(Watching(), .zero)
      #expect(view.styles == [.light], "the size classes of the window are new to it")
      view.styles = []
      var told = 0
      let token = view.registerForTraitChanges([UITraitPreferredContentSizeCategory.self]) {
        (_: Watching, _) in told += 1
      }
      Drive.change(stage.scene, UITraitCollection(userInterfaceStyle: .dark))
      #expect(view.styles == [.light] && view.traitCollection.userInterfaceStyle == .dark && told == 0)
      Drive.change(stage.scene, UITraitCollection(preferredContentSizeCategory: .extraLarge))
      #expect(told == 1 && UIApplication.shared.preferredContentSizeCategory == .extraLarge)
      view.unregisterForTraitChanges(token)
      Drive.change(stage.scene, UITraitCollection(preferredContentSizeCategory: .small))
      #expect(told == 1)
    }

    @Test func `An override is for the view and what is inside it`() {
      let stage = AppStage()
      let outer = stage.add(UIView(), .zero)
      let inner = Watching()
      outer.addSubview(inner)
      inner.styles = []
      outer.overrideUserInterfaceStyle = .dark
      #expect(inner.styles == [.light] && inner.traitCollection.userInterfaceStyle == .dark)
      #expect(stage.root.view.traitCollection.userInterfaceStyle == .light)
    }

    @Test func `A dynamic colour follows the scheme, the colour of a layer does not`() {
      let stage = AppStage()
      let view = stage.add(UIView(), .zero)
      let color = UIColor { $0.userInterfaceStyle == .dark ? .white : .black }
      view.layer.borderColor = color.resolvedColor(with: view.traitCollection).cgColor
      view.backgroundColor = color
      Drive.change(stage.scene, UITraitCollection(userInterfaceStyle: .dark))
      #expect(view.layer.borderColor == UIColor.black.cgColor)
      #expect(view.layer.backgroundColor == UIColor.white.cgColor)
    }

    @Test func `The direction that a view forces is its own, not that of its subviews`() {
      let stage = AppStage()
      let outer = stage.add(UIView(), .zero)
      let inner = UIView()
      outer.addSubview(inner)
      outer.semanticContentAttribute = .forceRightToLeft
      #expect(
        outer.effectiveUserInterfaceLayoutDirection == .rightToLeft
          && inner.effectiveUserInterfaceLayoutDirection == .leftToRight)
    }

    @Test(arguments: [
      (UIContentSizeCategory.extraSmall, 14.0), (.large, 17), (.extraExtraExtraLarge, 23),
      (.accessibilityExtraExtraExtraLarge, 53),
    ])
    func `Metrics scale with the text size`(category: UIContentSizeCategory, expected: Double) {
      let traits = UITraitCollection(preferredContentSizeCategory: category)
      #expect(abs(UIFontMetrics.default.scaledValue(for: 17, compatibleWith: traits) - expected) < 0.001)
      #expect(category.isAccessibilityCategory == (expected > 23) && (category < .large) == (expected < 17))
    }

    @Test func `A font that is scaled already must not be scaled again`() {
      let font = UIFontMetrics.default.scaledFont(for: .systemFont(ofSize: 12))
      #expect(Drive.violations.isEmpty)
      _ = UIFontMetrics.default.scaledFont(for: font)
      #expect(Drive.violations == ["a font that is scaled already is scaled again"])
    }

    @Test func `Switches of accessibility post their notification`() {
      let notes = Notes([UIAccessibility.reduceMotionStatusDidChangeNotification])
      Drive.setAccessibility { $0.isReduceMotionEnabled = true }
      Drive.setAccessibility { $0.isVoiceOverRunning = true }
      #expect(
        notes.names.count == 1 && UIAccessibility.isReduceMotionEnabled && UIAccessibility.isVoiceOverRunning)
    }
  }
}
