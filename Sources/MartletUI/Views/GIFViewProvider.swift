// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Says which moving pictures move. Set `GIFViewProvider.shared` once, or hand one to a single view.
///
///     GIFViewProvider.shared = .animating
///
/// Who wants less motion sees the first frame, whatever the provider says.
public struct GIFViewProvider: Sendable {
  /// Whether the picture at this address moves. Asked for every picture of a message, at every drawing; a picture of a single frame looks the
  /// same either way.
  public var animates: @MainActor (URL) -> Bool

  public init(animates: @escaping @MainActor (URL) -> Bool) {
    self.animates = animates
  }

  /// Moving pictures stand still: only their first frame is drawn. The default.
  public static let nonAnimating = GIFViewProvider { _ in false }
  /// Moving pictures move, as far as the host can draw them so.
  public static let animating = GIFViewProvider { _ in true }

  /// For views made from now on.
  @MainActor public static var shared: GIFViewProvider = .nonAnimating
}
