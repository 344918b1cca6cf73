// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UIKit

extension Doubles {
  @MainActor
  @Suite struct LayoutTests {
    init() { Drive.reset() }

    final class Counting: UIView {
      var layouts = 0
      override func layoutSubviews() {
        super.layoutSubviews()
        layouts += 1
      }
    }

    @Test func `A view lays out once after its size has changed, and not for a new place`() {
      let stage = AppStage()
      let view = stage.add(Counting(), CGRect(x: 0, y: 200, width: 10, height: 10))
      let before = view.layouts
      view.center = CGPoint(x: 100, y: 300)
      Drive.turn()
      #expect(view.layouts == before)
      view.frame.size.width = 20
      view.setNeedsLayout()
      #expect(view.layouts == before)
      Drive.turn()
      #expect(view.layouts == before + 1)
    }

    @Test func `A transform moves the frame and leaves bounds and centre`() {
      let outer = UIView(frame: CGRect(x: 10, y: 10, width: 200, height: 200))
      let view = UIView(frame: CGRect(x: 20, y: 20, width: 40, height: 40))
      outer.addSubview(view)
      view.transform = CGAffineTransform(translationX: 0, y: 30).scaledBy(x: 0.5, y: 0.5)
      #expect(
        view.frame == CGRect(x: 30, y: 60, width: 20, height: 20)
          && view.bounds.size == CGSize(width: 40, height: 40))
      #expect(view.center == CGPoint(x: 40, y: 40))
      #expect(view.convert(CGPoint(x: 0, y: 0), to: outer) == CGPoint(x: 30, y: 60))
      #expect(outer.hitTest(CGPoint(x: 31, y: 61), with: nil) === view)
      #expect(outer.hitTest(CGPoint(x: 31, y: 55), with: nil) === outer)
    }

    @Test func `A flexible view grows with its superview`() {
      let outer = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
      let view = UIView(frame: CGRect(x: 10, y: 10, width: 80, height: 20))
      view.autoresizingMask = [.flexibleWidth, .flexibleTopMargin]
      outer.addSubview(view)
      outer.frame.size = CGSize(width: 150, height: 130)
      #expect(view.frame == CGRect(x: 10, y: 40, width: 130, height: 20))
    }

    /// At 10 points, a character is 6.02 points wide and a line 11.64 points high.
    @Test(arguments: [
      ("one two", 100.0, 0, 1, 7), ("one two", 40, 0, 2, 3), ("a\nbc", 100, 0, 2, 2),
      ("abcdefgh", 30, 0, 2, 4), ("", 100, 0, 0, 0),
      ("one two three", 45, 2, 2, 7), ("one two", 20, 1, 1, 3),
    ])
    func `Labels break lines between words`(text: String, width: Double, limit: Int, lines: Int, widest: Int)
    {
      let label = UILabel()
      label.font = .systemFont(ofSize: 10)
      label.text = text
      label.numberOfLines = limit
      let size = label.sizeThatFits(CGSize(width: width, height: 0))
      #expect(abs(size.height - Double(lines) * 11.64) < 0.001)
      #expect(abs(size.width - min(width, Double(widest) * 6.02)) < 0.001 || limit == 1)
    }

    @Test func `A paragraph style sets the height of lines`() {
      let style = NSMutableParagraphStyle()
      (style.minimumLineHeight, style.maximumLineHeight) = (20, 20)
      let text = NSAttributedString(
        string: "one two", attributes: [.font: UIFont.systemFont(ofSize: 10), .paragraphStyle: style])
      let room = CGSize(width: 40, height: CGFloat.greatestFiniteMagnitude)
      #expect(text.boundingRect(with: room, options: .usesLineFragmentOrigin, context: nil).height == 40)
      #expect(
        text.boundingRect(with: room, options: [], context: nil).height == 20,
        "without line fragments it is one line")
      let label = UILabel()
      label.numberOfLines = 0
      label.attributedText = text
      #expect(label.sizeThatFits(room).height == 40 && label.text == "one two")
    }

    @Test func `A stack places its views by their sizes, and hidden ones take no room`() {
      let views = (0..<3).map { _ in UIView() }
      for view in views { view.heightAnchor.constraint(equalToConstant: 20).isActive = true }
      let stack = UIStackView(arrangedSubviews: views)
      (stack.axis, stack.spacing) = (.vertical, 8)
      stack.setCustomSpacing(2, after: views[0])
      #expect(stack.sizeThatFits(CGSize(width: 100, height: 0)).height == 70)
      stack.frame = CGRect(x: 0, y: 0, width: 100, height: 70)
      stack.layoutIfNeeded()
      #expect(views.map(\.frame.minY) == [0, 22, 50] && views[0].frame.width == 100)
      views[1].isHidden = true
      #expect(stack.sizeThatFits(CGSize(width: 100, height: 0)).height == 42)
      stack.removeArrangedSubview(views[2])
      #expect(views[2].superview === stack, "it stays a subview")
    }

    @Test func `A stack gives free room to the view that holds its size least`() {
      let (first, second) = (UILabel(), UILabel())
      (first.text, second.text) = ("a", "b")
      first.setContentHuggingPriority(.fittingSizeLevel, for: .horizontal)
      let stack = UIStackView(arrangedSubviews: [first, second])
      stack.frame = CGRect(x: 0, y: 0, width: 100, height: 20)
      stack.layoutIfNeeded()
      #expect(abs(second.frame.width - 17 * 0.602) < 0.001 && first.frame.width > 80)
      stack.semanticContentAttribute = .forceRightToLeft
      stack.layoutIfNeeded()
      #expect(abs(second.frame.minX) < 0.001)
    }

    @Test func `A scroll view counts the safe area in unless it is told never to`() {
      let stage = AppStage()
      let scroller = stage.add(UIScrollView(), CGRect(x: 0, y: 0, width: 390, height: 844))
      scroller.contentInset.top = 3
      #expect(scroller.adjustedContentInset == UIEdgeInsets(top: 50, left: 0, bottom: 34, right: 0))
      scroller.contentInsetAdjustmentBehavior = .never
      #expect(scroller.adjustedContentInset == UIEdgeInsets(top: 3, left: 0, bottom: 0, right: 0))
      scroller.flashScrollIndicators()
      #expect(Drive.flashes(of: scroller) == 1)
    }

    @Test func `The size of a picture is read from its file`() {
      let png: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 1, 0x2C, 0, 0, 0,
        200,
      ]
      #expect(UIImage(data: Data(png))?.size == CGSize(width: 300, height: 200))
      #expect(UIImage(data: Data(png), scale: 2)?.size == CGSize(width: 150, height: 100))
      #expect(UIImage(data: Data("no picture".utf8)) == nil)
      #expect(UIImage(contentsOfFile: "/nowhere.png") == nil)
    }
  }
}
