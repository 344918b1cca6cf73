// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Mustache
import Synchronization

/// A model in which a template finds properties by their names, and so in the models within it.
///
/// A template library that only has a value makes a mirror for each name, which reads all
/// properties of the value to find one. Here the places of a type's properties are known after its
/// first value, and one property is read.
struct PageModel: MustacheParent, CustomStringConvertible {
  private let value: Any
  private let places: [String: Int]

  var description: String { String(describing: value) }

  func child(named name: String) -> Any? {
    guard let place = places[name] else { return nil }
    let properties = Mirror(reflecting: value).children
    return Self.model(properties[properties.index(properties.startIndex, offsetBy: place)].value)
  }

  // MARK: - Making

  /// What templates get for a value: a model for a structure, models for the elements of a list,
  /// and the value itself for anything else. nil for nil.
  static func model(_ value: Any) -> Any? {
    switch kind(of: value) {
    case .structure(let places): return PageModel(value: value, places: places)
    case .list: return (value as? [Any]).map { $0.map { model($0) ?? $0 } } ?? value
    case .optional: return Mirror(reflecting: value).children.first.flatMap { model($0.value) }
    case .plain: return value
    }
  }

  private enum Kind: Sendable {
    case structure([String: Int])
    case list, optional, plain
  }

  private static let kinds = Mutex<[ObjectIdentifier: Kind]>([:])

  private static func kind(of value: Any) -> Kind {
    let type = ObjectIdentifier(type(of: value))
    if let known = kinds.withLock({ $0[type] }) { return known }
    let kind = newKind(of: value)
    kinds.withLock { $0[type] = kind }
    return kind
  }

  private static func newKind(of value: Any) -> Kind {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return .optional
    case .collection where value is [Any]: return .list
    case .struct where !hasOwnWays(value), .tuple:
      let labels = mirror.children.enumerated().compactMap { place, child in child.label.map { ($0, place) } }
      return labels.isEmpty ? .plain : .structure(Dictionary(labels) { first, _ in first })
    default: return .plain
    }
  }

  /// Whether the library knows how to show it, or it describes itself, maybe with other properties
  /// each time.
  private static func hasOwnWays(_ value: Any) -> Bool {
    value is any MustacheParent || value is any MustacheTransformable || value is any MustacheCustomRenderable
      || value is any CustomReflectable
  }
}
