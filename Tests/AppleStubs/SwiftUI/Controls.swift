// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// Texts, controls and containers.

// page: swiftui/localizedstringkey
public struct LocalizedStringKey: ExpressibleByStringInterpolation, Equatable {
  public init(_ value: String) {}
  public init(stringLiteral value: String) {}
}
// page: swiftui/text
public struct Text: View, Equatable {
  public init(verbatim content: String) {}
  @_disfavoredOverload public init<S: StringProtocol>(_ content: S) {}
  public init(
    _ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil, comment: StaticString? = nil
  ) {}
  public typealias Body = Never
}
// page: swiftui/label
public struct Label<Title: View, Icon: View>: View {
  public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {}
  public typealias Body = Never
}
// page: swiftui/label
extension Label where Title == Text, Icon == Image {
  public init(_ titleKey: LocalizedStringKey, systemImage name: String) { fatalError() }
  @_disfavoredOverload public init<S: StringProtocol>(_ title: S, systemImage name: String) { fatalError() }
}
// page: swiftui/image
public struct Image: View, Equatable {
  public init(systemName: String) {}
  public init(_ name: String, bundle: Bundle? = nil) {}
  public typealias Body = Never
}
// page: swiftui/buttonrole
public struct ButtonRole: Equatable, Sendable {
  public static let destructive = ButtonRole()
  public static let cancel = ButtonRole()
}
// page: swiftui/button
public struct Button<Label: View>: View {
  public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
  public init(role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
  public typealias Body = Never
}
// page: swiftui/button
extension Button where Label == Text {
  public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) { fatalError() }
  public init(_ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void) {
    fatalError()
  }
  @_disfavoredOverload public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {
    fatalError()
  }
}
// page: swiftui/toggle
public struct Toggle<Label: View>: View {
  public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {}
  public typealias Body = Never
}
// page: swiftui/toggle
extension Toggle where Label == Text {
  public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) { fatalError() }
  @_disfavoredOverload public init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) { fatalError() }
}
// page: swiftui/textfield
public struct TextField<Label: View>: View {
  public typealias Body = Never
}
// page: swiftui/textfield
extension TextField where Label == Text {
  public init(_ titleKey: LocalizedStringKey, text: Binding<String>) { fatalError() }
  @_disfavoredOverload public init<S: StringProtocol>(_ title: S, text: Binding<String>) { fatalError() }
}
// page: swiftui/spacer
public struct Spacer: View {
  public init(minLength: CGFloat? = nil) {}
  public typealias Body = Never
}
// page: swiftui/horizontalalignment
public struct Alignment: Equatable, Sendable {
  public static let center = Alignment()
}
// page: swiftui/horizontalalignment
public struct HorizontalAlignment: Equatable, Sendable {
  public static let leading = HorizontalAlignment()
  public static let center = HorizontalAlignment()
  public static let trailing = HorizontalAlignment()
}
// page: swiftui/verticalalignment
public struct VerticalAlignment: Equatable, Sendable {
  public static let top = VerticalAlignment()
  public static let center = VerticalAlignment()
  public static let bottom = VerticalAlignment()
}
// page: swiftui/vstack
public struct VStack<Content: View>: View {
  public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) {}
  public typealias Body = Never
}
// page: swiftui/hstack
public struct HStack<Content: View>: View {
  public init(
    alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) {}
  public typealias Body = Never
}
// page: swiftui/section
public struct Section<Parent, Content, Footer> {}
// page: swiftui/section
extension Section: View where Parent: View, Content: View, Footer: View {
  public typealias Body = Never
}
// page: swiftui/section
extension Section where Parent == Text, Content: View, Footer == EmptyView {
  public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {}
  @_disfavoredOverload public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {}
}
// page: swiftui/section
extension Section where Parent == EmptyView, Content: View, Footer == EmptyView {
  public init(@ViewBuilder content: () -> Content) {}
}
// page: swiftui/section
extension Section where Parent: View, Content: View, Footer: View {
  public init(
    @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Parent, @ViewBuilder footer: () -> Footer
  ) {}
}
// page: swiftui/form
public struct Form<Content: View>: View {
  public init(@ViewBuilder content: () -> Content) {}
  public typealias Body = Never
}
// page: swiftui/list
public struct List<SelectionValue: Hashable, Content: View>: View {
  public typealias Body = Never
}
// page: swiftui/list
extension List where SelectionValue == Never {
  public init(@ViewBuilder content: () -> Content) { fatalError() }
  public init<Data: RandomAccessCollection, RowContent: View>(
    _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<Data, Data.Element.ID, RowContent>, Data.Element: Identifiable { fatalError() }
}
// page: swiftui/foreach
public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {}
// page: swiftui/foreach
extension ForEach: View where Content: View {
  public typealias Body = Never
  public init(
    _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {}
}
// page: swiftui/foreach
extension ForEach where ID == Data.Element.ID, Content: View, Data.Element: Identifiable {
  public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {}
}
// page: swiftui/navigationpath
public struct NavigationPath: Equatable {
  public init() {}
}
// page: swiftui/navigationstack
public struct NavigationStack<Data, Root: View>: View {
  public typealias Body = Never
}
// page: swiftui/navigationstack
extension NavigationStack where Data == NavigationPath {
  public init(@ViewBuilder root: () -> Root) { fatalError() }
}
// page: swiftui/navigationlink
public struct NavigationLink<Label: View, Destination: View>: View {
  public init(@ViewBuilder destination: () -> Destination, @ViewBuilder label: () -> Label) {}
  public typealias Body = Never
}
// page: swiftui/navigationlink
extension NavigationLink where Label == Text {
  public init(_ titleKey: LocalizedStringKey, @ViewBuilder destination: () -> Destination) { fatalError() }
}
