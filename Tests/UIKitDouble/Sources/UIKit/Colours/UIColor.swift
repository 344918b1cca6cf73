// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import CoreGraphics
import Foundation

/// A colour, or a rule that makes one from traits.
open class UIColor: NSObject, @unchecked Sendable {  // It never changes.
  private enum Kind {
    case fixed(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat)
    case dynamic((UITraitCollection) -> UIColor)
  }

  private let kind: Kind

  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    kind = .fixed(red: red, green: green, blue: blue, alpha: alpha)
    super.init()
  }

  /// The provider is called on whichever thread needs the colour. Its type does not say so.
  public init(dynamicProvider: @escaping (UITraitCollection) -> UIColor) {
    kind = .dynamic(dynamicProvider)
    super.init()
  }

  public convenience init(white: CGFloat, alpha: CGFloat) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }

  public convenience init(cgColor: CGColor) {
    let parts = cgColor.components ?? [0, 0, 0, 1]
    self.init(red: parts[0], green: parts[1], blue: parts[2], alpha: parts[3])
  }

  open func resolvedColor(with traitCollection: UITraitCollection) -> UIColor {
    switch kind {
    case .fixed: self
    case .dynamic(let provider): provider(traitCollection).resolvedColor(with: traitCollection)
    }
  }

  @discardableResult
  open func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
    blue: UnsafeMutablePointer<CGFloat>?,
    alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool {
    let parts = self.parts
    red?.pointee = parts[0]
    green?.pointee = parts[1]
    blue?.pointee = parts[2]
    alpha?.pointee = parts[3]
    return true
  }

  open func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
    switch kind {
    case .fixed(let red, let green, let blue, _): UIColor(red: red, green: green, blue: blue, alpha: alpha)
    case .dynamic(let provider): UIColor { provider($0).resolvedColor(with: $0).withAlphaComponent(alpha) }
    }
  }

  /// Fixed with the current traits. It does not follow later changes.
  open var cgColor: CGColor { CGColor(red: parts[0], green: parts[1], blue: parts[2], alpha: parts[3]) }

  private var parts: [CGFloat] {
    switch kind {
    case .fixed(let red, let green, let blue, let alpha): [red, green, blue, alpha]
    case .dynamic: resolvedColor(with: .current).parts
    }
  }

  /// `#AARRGGBB`, for dumps.
  package var hex: String {
    let parts = self.parts
    return "#"
      + [parts[3], parts[0], parts[1], parts[2]].map { part in
        let text = String(Int((min(1, max(0, part)) * 255).rounded()), radix: 16, uppercase: true)
        return text.count < 2 ? "0" + text : text
      }.joined()
  }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIColor else { return false }
    switch (kind, other.kind) {
    case (.fixed, .fixed): return parts == other.parts
    default: return other === self
    }
  }

  open override var hash: Int {
    if case .fixed = kind { return parts.hashValue }
    return ObjectIdentifier(self).hashValue
  }
}

extension UIColor {
  public class var black: UIColor { UIColor(white: 0, alpha: 1) }
  public class var white: UIColor { UIColor(white: 1, alpha: 1) }
  public class var clear: UIColor { UIColor(white: 0, alpha: 0) }
  public class var red: UIColor { UIColor(red: 1, green: 0, blue: 0, alpha: 1) }
  public class var green: UIColor { UIColor(red: 0, green: 1, blue: 0, alpha: 1) }
  public class var blue: UIColor { UIColor(red: 0, green: 0, blue: 1, alpha: 1) }
  public class var label: UIColor { UIColor { $0.userInterfaceStyle == .dark ? .white : .black } }
  public class var systemBackground: UIColor { UIColor { $0.userInterfaceStyle == .dark ? .black : .white } }
  public class var systemBlue: UIColor {
    UIColor {
      UIColor(
        red: $0.userInterfaceStyle == .dark ? 0.04 : 0, green: $0.userInterfaceStyle == .dark ? 0.52 : 0.48,
        blue: 1, alpha: 1)
    }
  }
  public class var tintColor: UIColor { systemBlue }
}
