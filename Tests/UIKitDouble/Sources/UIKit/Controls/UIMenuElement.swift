// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

@MainActor open class UIMenuElement: NSObject {
  public struct Attributes: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let disabled = Attributes(rawValue: 1 << 0)
    public static let destructive = Attributes(rawValue: 1 << 1)
    public static let hidden = Attributes(rawValue: 1 << 2)
  }

  public enum State: Int, Sendable { case off, on, mixed }

  open fileprivate(set) var title: String
  open fileprivate(set) var image: UIImage?

  fileprivate init(title: String, image: UIImage?) {
    self.title = title
    self.image = image
    super.init()
  }
}

public typealias UIActionHandler = (UIAction) -> Void

/// What a control does, as a closure. The control keeps it: capture weakly.
open class UIAction: UIMenuElement {
  public struct Identifier: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
  }

  public let identifier: UIAction.Identifier
  open var discoverabilityTitle: String?
  open var attributes: UIMenuElement.Attributes
  open var state: UIMenuElement.State
  /// Who called it, while the handler runs.
  open internal(set) var sender: Any?
  let handler: UIActionHandler
  private static var count = 0

  public init(
    title: String = "", image: UIImage? = nil, identifier: UIAction.Identifier? = nil,
    discoverabilityTitle: String? = nil,
    attributes: UIMenuElement.Attributes = [], state: UIMenuElement.State = .off,
    handler: @escaping UIActionHandler
  ) {
    Self.count += 1
    self.identifier = identifier ?? Identifier("action-\(Self.count)")
    (self.discoverabilityTitle, self.attributes, self.state, self.handler) = (
      discoverabilityTitle, attributes, state, handler
    )
    super.init(title: title, image: image)
  }

  func perform(from sender: Any?) {
    self.sender = sender
    handler(self)
    self.sender = nil
  }
}
