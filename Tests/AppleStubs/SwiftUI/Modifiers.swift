// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// What changes a view.
public import Foundation

// page: swiftui/view/modifier(_:)
extension View {
  nonisolated public func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> { fatalError() }
}
// page: swiftui/view/onappear(perform:)
extension View {
  nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View { _Changed() }
}
// page: swiftui/view/task(priority:_:)
extension View {
  nonisolated public func task(
    priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: @escaping @Sendable () async -> Void
  ) -> some View { _Changed() }
}
// page: swiftui/view/onopenurl(perform:)
extension View {
  nonisolated public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { _Changed() }
}
// page: swiftui/view/onchange(of:perform:)
extension View {
  @available(iOS, deprecated: 17.0, message: "Use `onChange` with a two or zero parameter action closure instead.")
  nonisolated public func onChange<V: Equatable>(of value: V, perform action: @escaping (_ newValue: V) -> Void) -> some View { _Changed() }
}
// page: swiftui/view/tabitem(_:)
extension View {
  nonisolated public func tabItem<V: View>(@ViewBuilder _ label: () -> V) -> some View { _Changed() }
}
// page: swiftui/view/tag(_:)
extension View {
  nonisolated public func tag<V: Hashable>(_ tag: V) -> some View { _Changed() }
}
// page: swiftui/view/badge(_:)
extension View {
  nonisolated public func badge(_ count: Int) -> some View { _Changed() }
}
// page: swiftui/view/navigationtitle(_:)
extension View {
  nonisolated public func navigationTitle(_ titleKey: LocalizedStringKey) -> some View { _Changed() }
  @_disfavoredOverload nonisolated public func navigationTitle<S: StringProtocol>(_ title: S) -> some View { _Changed() }
}
// page: swiftui/view/navigationdestination(for:destination:)
extension View {
  nonisolated public func navigationDestination<D: Hashable, C: View>(
    for data: D.Type, @ViewBuilder destination: @escaping (D) -> C
  ) -> some View { _Changed() }
}
// page: swiftui/view/alert(_:ispresented:actions:)
extension View {
  nonisolated public func alert<A: View>(
    _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A
  ) -> some View { _Changed() }
}
// page: swiftui/view/buttonstyle(_:)
extension View {
  nonisolated public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View { _Changed() }
}
// page: swiftui/view/disabled(_:)
extension View {
  nonisolated public func disabled(_ disabled: Bool) -> some View { _Changed() }
}
// page: swiftui/view/font(_:)
extension View {
  nonisolated public func font(_ font: Font?) -> some View { _Changed() }
}
// page: swiftui/font
@frozen public struct Font: Hashable, Sendable {
  public static let largeTitle = Font()
  public static let footnote = Font()
}
// page: swiftui/view/textselection(_:)
extension View {
  nonisolated public func textSelection<S: TextSelectability>(_ selectability: S) -> some View { _Changed() }
}
// page: swiftui/textselectability
public protocol TextSelectability {}
// page: swiftui/enabledtextselectability
public struct EnabledTextSelectability: TextSelectability {}
extension TextSelectability where Self == EnabledTextSelectability {
  public static var enabled: EnabledTextSelectability { EnabledTextSelectability() }
}
// page: swiftui/view/autocorrectiondisabled(_:)
extension View {
  nonisolated public func autocorrectionDisabled(_ disable: Bool = true) -> some View { _Changed() }
}
#if os(iOS) || os(visionOS)
// page: swiftui/view/textinputautocapitalization(_:)
extension View {
  nonisolated public func textInputAutocapitalization(_ autocapitalization: TextInputAutocapitalization?) -> some View { _Changed() }
}
// page: swiftui/textinputautocapitalization
public struct TextInputAutocapitalization: Sendable {
  public static var never: TextInputAutocapitalization { TextInputAutocapitalization() }
}
#endif

// Stands for the view types that Apple does not name either.
private struct _Changed: View {
  nonisolated init() {}
  typealias Body = Never
  var body: Never { fatalError() }
}
