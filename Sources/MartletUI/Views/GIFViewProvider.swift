// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Decides which images are animated. Set `GIFViewProvider.shared` once, or set one for a single
/// view.
///
///     GIFViewProvider.shared = .animating
///
/// With Reduce Motion, only the first frame is shown, whatever the provider decides.
public struct GIFViewProvider: Sendable {
  /// Whether the image at this URL is animated. Asked for each image at each drawing. It has no
  /// effect on images with a single frame.
  public var animates: @MainActor (URL) -> Bool

  public init(animates: @escaping @MainActor (URL) -> Bool) { self.animates = animates }

  /// Shows only the first frame of animated images. The default.
  public static let nonAnimating = GIFViewProvider { _ in false }
  /// Animates images, if the host can.
  public static let animating = GIFViewProvider { _ in true }

  /// Defaults for views created from now on.
  @MainActor public static var shared: GIFViewProvider = .nonAnimating
}
