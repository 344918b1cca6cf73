// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// An object of which an API has lists.
public protocol Listed: Shaped {
  /// The field of the list, such as `campaigns`.
  static var listing: String { get }
}

extension Listed {
  /// What the document calls it.
  fileprivate static var documentName: Substring {
    schema.fields["$ref"]?.string?.split(separator: "/").last ?? Substring(shape.name)
  }
}

/// All of them.
public struct Listing<Element: Listed>: Shaped {
  public var elements: [Element]

  public init(_ elements: [Element]) {
    self.elements = elements
  }

  public static var shape: Shape<Self> {
    Shape("\(Element.documentName)List", "", .field(Element.listing, \.elements))
  }
}

/// A page of a list.
public struct ListingPage<Element: Listed>: Shaped {
  public var elements: [Element]
  /// Where the next page begins. nil: this is the last one.
  public var next: String?

  public init(_ elements: [Element], next: String?) {
    self.elements = elements
    self.next = next
  }

  public static var shape: Shape<Self> {
    Shape(
      "\(Element.documentName)Page", "", .field(Element.listing, \.elements),
      .optional("next", \.next, "Present if there are more. Send it as `after` to get them."))
  }
}
