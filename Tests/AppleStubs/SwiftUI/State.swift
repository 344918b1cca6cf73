// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// What views keep, share and observe.
public import Combine

// page: swiftui/dynamicproperty
public protocol DynamicProperty {}
// page: swiftui/state
@propertyWrapper public struct State<Value>: DynamicProperty {
  public init(wrappedValue value: Value) {}
  public init(initialValue value: Value) {}
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { fatalError() }
}
// page: swiftui/binding
@propertyWrapper @dynamicMemberLookup public struct Binding<Value> {
  @preconcurrency
  public init(
    get: @escaping @isolated(any) @Sendable () -> Value,
    set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) {}
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { self }
  public static func constant(_ value: Value) -> Binding<Value> { fatalError() }
  public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
    fatalError()
  }
}
// page: swiftui/stateobject
@propertyWrapper public struct StateObject<ObjectType: ObservableObject>: DynamicProperty {
  public init(wrappedValue thunk: @autoclosure @escaping () -> ObjectType) {}
  @MainActor @preconcurrency public var wrappedValue: ObjectType { fatalError() }
  @MainActor @preconcurrency public var projectedValue: ObservedObject<ObjectType>.Wrapper { fatalError() }
}
// page: swiftui/observedobject
@MainActor @preconcurrency
@propertyWrapper public struct ObservedObject<ObjectType: ObservableObject>: DynamicProperty {
  @dynamicMemberLookup public struct Wrapper {
    public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<ObjectType, Subject>)
      -> Binding<Subject>
    { fatalError() }
  }
  public init(wrappedValue: ObjectType) { self.wrappedValue = wrappedValue }
  public var wrappedValue: ObjectType
  public var projectedValue: Wrapper { fatalError() }
}
// page: swiftui/environmentobject
@MainActor @preconcurrency
@propertyWrapper public struct EnvironmentObject<ObjectType: ObservableObject>: DynamicProperty {
  public init() {}
  public var wrappedValue: ObjectType { fatalError() }
  public var projectedValue: ObservedObject<ObjectType>.Wrapper { fatalError() }
}
// page: swiftui/appstorage
@propertyWrapper public struct AppStorage<Value>: DynamicProperty {
  private let key: String
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set {}
  }
  public var projectedValue: Binding<Value> { fatalError() }
}
// page: swiftui/appstorage
extension AppStorage where Value == Bool {
  public init(wrappedValue: Value, _ key: String) { fatalError() }
}
// page: swiftui/appstorage
extension AppStorage where Value == String {
  public init(wrappedValue: Value, _ key: String) { fatalError() }
}

// page: swiftui/environment
@propertyWrapper public struct Environment<Value>: DynamicProperty {
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {}
  public var wrappedValue: Value { fatalError() }
}
// page: swiftui/environmentkey
public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}
// page: swiftui/scenephase
public enum ScenePhase: Comparable, Sendable { case background, inactive, active }
// page: swiftui/openurlaction
@MainActor @preconcurrency
public struct OpenURLAction: Sendable {
  public func callAsFunction(_ url: URL) {}
}
// page: swiftui/dismissaction
@MainActor @preconcurrency
public struct DismissAction: Sendable {
  public func callAsFunction() {}
}
// page: swiftui/environmentvalues
public struct EnvironmentValues: Sendable {
  public init() {}
  public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
    get { fatalError() }
    set {}
  }
  public var scenePhase: ScenePhase {
    get { fatalError() }
    set {}
  }
  public var openURL: OpenURLAction {
    get { fatalError() }
    set {}
  }
  public var dismiss: DismissAction { fatalError() }
}
