// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

extension Drive {
  /// The views as text for golden files: one line for each, with its frame in its superview, and
  /// what is not usual.
  ///
  /// Types are named without their module. Numbers have one digit at most after the point.
  public static func dump(_ view: UIView) -> String { lines(view, 0).joined(separator: "\n") + "\n" }

  /// All windows of a scene that are shown, from back to front.
  public static func dump(_ scene: UIWindowScene) -> String {
    scene.windows.filter(\.isShown).map(dump).joined()
  }

  private static func lines(_ view: UIView, _ depth: Int) -> [String] {
    var parts = [String(repeating: "  ", count: depth) + "\(type(of: view))", rect(view.frame)]
    if let controller = view.controller { parts.append("of \(type(of: controller))") }
    parts += look(view) + content(view) + speech(view)
    return [parts.joined(separator: " ")] + view.subviews.flatMap { lines($0, depth + 1) }
  }

  private static func look(_ view: UIView) -> [String] {
    var parts: [String] = []
    if let window = view as? UIWindow, window.windowLevel != .normal {
      parts.append("level \(number(window.windowLevel.rawValue))")
    }
    if (view as? UIWindow)?.isKeyWindow == true { parts.append("key") }
    if view.isHidden { parts.append("hidden") }
    if view.alpha != 1 { parts.append("alpha \(number(view.alpha))") }
    if !view.transform.isIdentity {
      parts.append("moved \(number(view.transform.tx)),\(number(view.transform.ty))")
    }
    if let color = view.backgroundColor {
      parts.append("on \(color.resolvedColor(with: view.traitCollection).hex)")
    }
    let layer = view.layer
    if layer.cornerRadius > 0 {
      parts.append(
        "radius \(number(layer.cornerRadius))" + (layer.cornerCurve == .continuous ? " continuous" : ""))
    }
    if layer.borderWidth > 0 {
      parts.append(
        "border \(number(layer.borderWidth)) \(layer.borderColor.map { UIColor(cgColor: $0).hex } ?? "none")")
    }
    if layer.shadowOpacity > 0 {
      parts.append(
        "shadow \(number(layer.shadowOffset.width)),\(number(layer.shadowOffset.height)) \(number(layer.shadowRadius))"
      )
    }
    if view.clipsToBounds, !(view is UIScrollView) { parts.append("clips") }
    if view.semanticContentAttribute == .forceRightToLeft { parts.append("rtl") }
    return parts
  }

  private static func content(_ view: UIView) -> [String] {
    switch view {
    case let label as UILabel:
      var parts = [quote(label.text ?? ""), "\(number(label.font.pointSize)) pt"]
      if label.font.weight != .regular { parts.append("weight \(number(label.font.weight.rawValue * 100))") }
      parts.append((label.textColor ?? .label).resolvedColor(with: label.traitCollection).hex)
      parts.append(
        "lines \(label.visibleLines)" + (label.numberOfLines > 0 ? " of \(label.numberOfLines)" : ""))
      return parts
    case let image as UIImageView:
      guard let picture = image.image else { return ["no image"] }
      return [
        picture.symbol.map { "symbol \($0)" }
          ?? "image \(number(picture.size.width))×\(number(picture.size.height))",
        "\(image.contentMode)",
      ]
    case let field as UITextView:
      return [
        quote(field.text), "\(number(field.font?.pointSize ?? 0)) pt",
        (field.textColor ?? .label).resolvedColor(with: field.traitCollection).hex,
      ]
    case let scroller as UIScrollView:
      return [
        "content \(number(scroller.contentSize.width))×\(number(scroller.contentSize.height))",
        "at \(number(scroller.contentOffset.y))",
      ]
    case let control as UIControl:
      return control.isEnabled ? [] : ["disabled"]
    default: return []
    }
  }

  private static func speech(_ view: UIView) -> [String] {
    var parts: [String] = []
    if view.accessibilityElementsHidden { parts.append("silent") }
    if view.accessibilityViewIsModal { parts.append("modal") }
    if let id = view.accessibilityIdentifier { parts.append("id \(id)") }
    if view.isAccessibilityElement,
      !(view is UILabel) || view.accessibilityLabel != (view as? UILabel)?.text
        || view.accessibilityTraits != .staticText
    {
      parts.append("says \(quote(view.accessibilityLabel ?? ""))")
      parts += view.accessibilityTraits.words
      if let value = view.accessibilityValue { parts.append("value \(quote(value))") }
    }
    if let language = view.accessibilityLanguage { parts.append(language) }
    return parts
  }

  static func quote(_ text: String) -> String { "\"" + text.replacing("\n", with: "\\n") + "\"" }

  static func rect(_ rect: CGRect) -> String {
    "\(number(rect.minX)),\(number(rect.minY)) \(number(rect.width))×\(number(rect.height))"
  }

  static func number(_ value: CGFloat) -> String {
    guard value.isFinite, abs(value) < 1e9 else { return "∞" }
    let tenths = Int((value * 10).rounded())
    let sign = tenths < 0 ? "-" : ""
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(sign)\(abs(tenths) / 10).\(abs(tenths) % 10)"
  }
}
