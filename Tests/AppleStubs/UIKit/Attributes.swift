// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// UIKit's attributes of AttributedString.
import UIKit

// page: foundation/attributescopes/uikitattributes
extension AttributeScopes {
  public var uiKit: UIKitAttributes.Type { UIKitAttributes.self }
  public struct UIKitAttributes: AttributeScope {
    public let font: FontAttribute
    public let foregroundColor: ForegroundColorAttribute
    public let backgroundColor: BackgroundColorAttribute
    public enum FontAttribute: AttributedStringKey {
      public typealias Value = UIFont
      public static var name: String { "" }
    }
    public enum ForegroundColorAttribute: AttributedStringKey {
      public typealias Value = UIColor
      public static var name: String { "" }
    }
    public enum BackgroundColorAttribute: AttributedStringKey {
      public typealias Value = UIColor
      public static var name: String { "" }
    }
  }
}
// page: foundation/attributedynamiclookup
extension AttributeDynamicLookup {
  public subscript<T: AttributedStringKey>(dynamicMember keyPath: KeyPath<AttributeScopes.UIKitAttributes, T>)
    -> T
  { fatalError() }
}
