// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// Something that has traits and hears of their changes.
@MainActor public protocol UITraitEnvironment: NSObjectProtocol {
  var traitCollection: UITraitCollection { get }
  func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?)
}

public protocol UITraitChangeRegistration: NSObjectProtocol {}

/// From iOS 17.
@MainActor public protocol UITraitChangeObservable: AnyObject {
  /// What the double keeps for the object.
  var traitRegistrations: TraitRegistrations { get }
}

extension UITraitChangeObservable {
  public typealias TraitChangeHandler<TraitEnvironment> = (
    _ traitEnvironment: TraitEnvironment, _ previousTraitCollection: UITraitCollection
  )
    -> Void

  /// The registration ends with the object, which the handler receives as an argument.
  @discardableResult
  public func registerForTraitChanges(
    _ traits: [UITrait], handler: @escaping TraitChangeHandler<Self>
  ) -> any UITraitChangeRegistration {
    traitRegistrations.add(traits) { [weak self] previous in
      if let self { handler(self, previous) }
    }
  }

  public func unregisterForTraitChanges(_ registration: any UITraitChangeRegistration) {
    traitRegistrations.remove(registration)
  }
}

/// The registrations of one object.
@MainActor public final class TraitRegistrations {
  private final class Registration: NSObject, UITraitChangeRegistration {
    let traits: [UITrait]
    let handler: (UITraitCollection) -> Void

    init(traits: [UITrait], handler: @escaping (UITraitCollection) -> Void) {
      self.traits = traits
      self.handler = handler
    }
  }

  private var list: [Registration] = []

  init() {}

  func add(_ traits: [UITrait], handler: @escaping (UITraitCollection) -> Void)
    -> any UITraitChangeRegistration
  {
    let registration = Registration(traits: traits, handler: handler)
    list.append(registration)
    return registration
  }

  func remove(_ registration: any UITraitChangeRegistration) { list.removeAll { $0 === registration } }

  func tell(_ previous: UITraitCollection, _ current: UITraitCollection) {
    for registration in list
    where registration.traits.contains(where: { Self.differs($0, previous, current) }) {
      registration.handler(previous)
    }
  }

  private static func differs(_ trait: UITrait, _ previous: UITraitCollection, _ current: UITraitCollection)
    -> Bool
  {
    func compare<Definition: UITraitDefinition>(_ type: Definition.Type) -> Bool {
      type.value(in: previous) != type.value(in: current)
    }
    return compare(trait)
  }
}
