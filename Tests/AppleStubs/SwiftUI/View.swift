// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// Views and what builds them.
@_exported public import CoreGraphics
@_exported public import Foundation

// page: swiftui/view
@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}
// page: swift/never
extension Never: View {
  public typealias Body = Never
  public var body: Never { fatalError() }
}
// page: swift/optional
extension Optional: View where Wrapped: View {
  public typealias Body = Never
}
// compiler: views without a body of their own
extension View where Body == Never {
  public var body: Never { fatalError() }
}

// page: swiftui/viewbuilder
@resultBuilder
public struct ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  public static func buildBlock<each Content: View>(_ content: repeat each Content) -> TupleView<
    (repeat each Content)
  > { fatalError() }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
  public static func buildEither<TrueContent: View, FalseContent: View>(first: TrueContent)
    -> _ConditionalContent<
      TrueContent, FalseContent
    >
  { fatalError() }
  public static func buildEither<TrueContent: View, FalseContent: View>(second: FalseContent)
    -> _ConditionalContent<
      TrueContent, FalseContent
    >
  { fatalError() }
  public static func buildLimitedAvailability<Content: View>(_ content: Content) -> AnyView { fatalError() }
}
// page: swiftui/emptyview
public struct EmptyView: View {
  public init() {}
  public typealias Body = Never
}
// page: swiftui/tupleview
public struct TupleView<T>: View {
  public typealias Body = Never
}
// page: swiftui/anyview
public struct AnyView: View {
  public init<V: View>(_ view: V) {}
  public typealias Body = Never
}
// page: swiftui/_conditionalcontent
public struct _ConditionalContent<TrueContent, FalseContent> {}
// page: swiftui/_conditionalcontent
extension _ConditionalContent: View where TrueContent: View, FalseContent: View {
  public typealias Body = Never
}
// page: swiftui/group
public struct Group<Content> {}
// page: swiftui/group
extension Group: View where Content: View {
  public typealias Body = Never
  public init(@ViewBuilder content: () -> Content) {}
}

// page: swiftui/viewmodifier
@MainActor @preconcurrency
public protocol ViewModifier {
  associatedtype Body: View
  typealias Content = _ViewModifier_Content<Self>
  @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
}
// page: swiftui/viewmodifier
public struct _ViewModifier_Content<Modifier: ViewModifier>: View {
  public typealias Body = Never
}
// page: swiftui/modifiedcontent
public struct ModifiedContent<Content, Modifier> {}
// page: swiftui/modifiedcontent
extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
  public typealias Body = Never
}
// page: swiftui/view
extension View {
  public func modifier<T: ViewModifier>(_ modifier: T) -> ModifiedContent<Self, T> { fatalError() }
}

// page: swiftui/previewprovider
@MainActor @preconcurrency
public protocol PreviewProvider {
  associatedtype Previews: View
  @ViewBuilder @MainActor @preconcurrency static var previews: Previews { get }
}
