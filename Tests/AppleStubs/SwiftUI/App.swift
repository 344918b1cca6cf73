// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// Apps and scenes.

// page: swiftui/scene
@MainActor @preconcurrency
public protocol Scene {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
}
// page: swift/never
extension Never: Scene {}
// compiler: scenes without a body of their own
extension Scene where Body == Never {
  public var body: Never { fatalError() }
}
// page: swiftui/scenebuilder
@resultBuilder
public struct SceneBuilder {
  public static func buildExpression<Content: Scene>(_ content: Content) -> Content { content }
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}
// page: swiftui/windowgroup
public struct WindowGroup<Content: View>: Scene {
  public init(@ViewBuilder content: @escaping () -> Content) {}
  public init(id: String, @ViewBuilder content: @escaping () -> Content) {}
  public typealias Body = Never
}
// page: swiftui/scene
extension Scene {
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
    -> some Scene
  { self }
  @available(iOS 17.0, tvOS 17.0, macOS 14.0, *)
  public func onChange<V: Equatable>(
    of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
  )
    -> some Scene
  { self }
  @available(iOS 17.0, tvOS 17.0, macOS 14.0, *)
  public func onChange<V: Equatable>(of value: V, initial: Bool = false, _ action: @escaping () -> Void)
    -> some Scene
  { self }
}
// page: swiftui/app
@MainActor @preconcurrency
public protocol App {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
  @MainActor @preconcurrency init()
}
// page: swiftui/app
extension App {
  @MainActor @preconcurrency public static func main() {}
}
