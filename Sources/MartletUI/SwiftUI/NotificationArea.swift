// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(SwiftUI) && canImport(UIKit)
public import SwiftUI

/// A place in a screen of the app for banners. While a window has one, banners are drawn in it, and
/// none lies over the window.
///
///     VStack {
///       NotificationArea()
///       ShopView()
///     }
///
/// It takes no room while it is empty.
public struct NotificationArea: View {
  private let height: CGFloat
  @State private var hasBanner = false

  /// - Parameter height: of a banner in it, in points.
  public init(height: CGFloat = 60) { self.height = height }

  public var body: some View {
    AreaView(height: height, hasBanner: $hasBanner).frame(height: hasBanner ? height : 0)
  }
}

private struct AreaView: UIViewRepresentable {
  let height: CGFloat
  @Binding var hasBanner: Bool

  func makeUIView(context: Context) -> NotificationAreaView { NotificationAreaView() }

  func updateUIView(_ view: NotificationAreaView, context: Context) {
    view.preferredHeight = height
    let binding = $hasBanner
    view.bannerChanged = { binding.wrappedValue = $0 }
  }
}
#endif
