// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// page: swiftui/primitivebuttonstyle
@MainActor @preconcurrency public protocol PrimitiveButtonStyle {}
// page: swiftui/borderlessbuttonstyle
public struct BorderlessButtonStyle: PrimitiveButtonStyle {}
// page: swiftui/primitivebuttonstyle/borderless
extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
  public static var borderless: BorderlessButtonStyle { fatalError() }
}
// page: swiftui/borderedprominentbuttonstyle
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {}
// page: swiftui/primitivebuttonstyle/borderedprominent
extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
  public static var borderedProminent: BorderedProminentButtonStyle { fatalError() }
}
// page: swiftui/textselectability
@MainActor @preconcurrency public protocol TextSelectability {}
// page: swiftui/enabledtextselectability
public struct EnabledTextSelectability: TextSelectability {}
// page: swiftui/textselectability/enabled
extension TextSelectability where Self == EnabledTextSelectability {
  public static var enabled: EnabledTextSelectability { fatalError() }
}
#if os(iOS) || os(visionOS)
// page: swiftui/textinputautocapitalization
public struct TextInputAutocapitalization: Sendable {
  public static var never: TextInputAutocapitalization { fatalError() }
}
// page: swiftui/view/textinputautocapitalization(_:)
extension View {
  public func textInputAutocapitalization(_ autocapitalization: TextInputAutocapitalization?) -> some View {
    self
  }
}
#endif
// page: swiftui/view/buttonstyle(_:)
extension View {
  public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View { self }
}
// page: swiftui/view/textselection(_:)
extension View {
  public func textSelection<S: TextSelectability>(_ selectability: S) -> some View { self }
}
// page: swiftui/view/tabitem(_:)
extension View {
  public func tabItem<V: View>(@ViewBuilder _ label: () -> V) -> some View { self }
}
// page: swiftui/view/navigationdestination(for:destination:)
extension View {
  public func navigationDestination<D: Hashable, C: View>(
    for data: D.Type, @ViewBuilder destination: @escaping (D) -> C
  ) -> some View {
    self
  }
}
// page: swiftui/view/badge(_:)
extension View {
  public func badge(_ count: Int) -> some View { self }
}
// page: swiftui/view/autocorrectiondisabled(_:)
extension View {
  public func autocorrectionDisabled(_ disable: Bool = true) -> some View { self }
}
