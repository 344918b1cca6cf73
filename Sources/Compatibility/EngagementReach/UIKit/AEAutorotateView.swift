// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
public import UIKit

/// Holds another view, and fills it with it. Views turn with their window by themselves, so it does
/// nothing else.
#if canImport(ObjectiveC)
@objc(AEAutorotateView)
@objcMembers
#endif
@MainActor
open class AEAutorotateView: UIView {
  /// The view that it holds.
  public private(set) var content: UIView?

  /// - Parameter content: what it holds.
  public init(content: UIView!) {
    self.content = content
    super.init(frame: content?.frame ?? .zero)
    guard let content else { return }
    content.frame = bounds
    content.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    addSubview(content)
  }

  /// A view from a nib, without content.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  #if !os(tvOS) && !os(visionOS)
  /// The identity: nothing has to be turned.
  #if canImport(ObjectiveC)
  @objc(transformForOrientation:)
  #endif
  public func transform(for orientation: UIInterfaceOrientation) -> CGAffineTransform { .identity }
  #endif
}
#endif
