// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// What is attached to views.

// page: swiftui/edge
public enum Edge: Sendable {
  case top, leading, bottom, trailing
  public struct Set: OptionSet, Sendable {
    public let rawValue: Int8
    public init(rawValue: Int8) { self.rawValue = rawValue }
    public static let top = Set(rawValue: 1)
    public static let leading = Set(rawValue: 2)
    public static let bottom = Set(rawValue: 4)
    public static let trailing = Set(rawValue: 8)
    public static let horizontal = Set(rawValue: 10)
    public static let vertical = Set(rawValue: 5)
    public static let all = Set(rawValue: 15)
  }
}
// page: swiftui/font
public struct Font: Hashable, Sendable {
  public static let largeTitle = Font()
  public static let title = Font()
  public static let headline = Font()
  public static let body = Font()
  public static let footnote = Font()
  public static let caption = Font()
}
// page: swiftui/color
public struct Color: Hashable, Sendable {
  public static let clear = Color()
  public static let red = Color()
  public static let primary = Color()
  public static let secondary = Color()
}
// page: swiftui/color
extension Color: View {
  public typealias Body = Never
}

// page: swiftui/view
extension View {
  public func onAppear(perform action: (() -> Void)? = nil) -> some View { self }
  public func onDisappear(perform action: (() -> Void)? = nil) -> some View { self }
  public func task(
    priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  )
    -> some View
  { self }
  public func task<T: Equatable>(
    id value: T, priority: TaskPriority = .userInitiated,
    @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View { self }
  @available(
    iOS, deprecated: 17.0, message: "Use `onChange` with a two or zero parameter action closure instead."
  )
  @available(
    tvOS, deprecated: 17.0, message: "Use `onChange` with a two or zero parameter action closure instead."
  )
  @available(
    macOS, deprecated: 14.0, message: "Use `onChange` with a two or zero parameter action closure instead."
  )
  @available(
    visionOS, deprecated: 1.0, message: "Use `onChange` with a two or zero parameter action closure instead."
  )
  public func onChange<V: Equatable>(of value: V, perform action: @escaping (_ newValue: V) -> Void)
    -> some View
  { self }
  @available(iOS 17.0, tvOS 17.0, macOS 14.0, *)
  public func onChange<V: Equatable>(
    of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
  )
    -> some View
  { self }
  @available(iOS 17.0, tvOS 17.0, macOS 14.0, *)
  public func onChange<V: Equatable>(of value: V, initial: Bool = false, _ action: @escaping () -> Void)
    -> some View
  { self }
  public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { self }
  public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some View {
    self
  }
  public func navigationTitle(_ titleKey: LocalizedStringKey) -> some View { self }
  @_disfavoredOverload public func navigationTitle<S: StringProtocol>(_ title: S) -> some View { self }
  public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View { self }
  public func padding(_ length: CGFloat) -> some View { self }
  public func frame(width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center)
    -> some View
  { self }
  public func font(_ font: Font?) -> some View { self }
  public func disabled(_ disabled: Bool) -> some View { self }
  public func opacity(_ opacity: Double) -> some View { self }
  public func ignoresSafeArea() -> some View { self }
  public func tag<V: Hashable>(_ tag: V) -> some View { self }
  public func accessibilityIdentifier(_ identifier: String) -> some View { self }
  public func sheet<Content: View>(
    isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
  ) -> some View { self }
  public func alert<A: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A
  ) -> some View {
    self
  }
  public func overlay<V: View>(@ViewBuilder content: () -> V) -> some View { self }
  public func background<V: View>(@ViewBuilder content: () -> V) -> some View { self }
}
