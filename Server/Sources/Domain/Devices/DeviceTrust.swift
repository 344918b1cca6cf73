// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// How far a device is believed about who uses it. Everything that the server writes for a device,
/// in an answer or in a push, asks here what it may read.
///
/// The SDK key is public, so a device can name anybody. The rule:
///
/// - **Which** campaigns and pushes a device gets follows the person whom it names. So it can learn
///   which audiences that person is in.
/// - **What is written into them** about the person is only what this device itself said, unless
///   the app's backend vouched for the person.
/// - Where signatures are required, a device that names a user for whom nobody vouched gets nothing
///   at all.
public enum DeviceTrust: Int, Hashable, Sendable, CaseIterable, Comparable {
  /// It says which device it is, and nothing proves it.
  case named
  /// Its secret proves which device it is. Who uses it, it only says.
  case device
  /// Its secret proves which device it is, and the app's backend signed who uses it.
  case person

  /// - Parameters:
  ///   - isProven: Whether the device's secret came with the request.
  ///   - isVouched: Whether a valid signature says that the person uses the device.
  public init(isProven: Bool, isVouched: Bool) {
    self = isProven ? isVouched ? .person : .device : .named
  }

  /// What counts of it at present. While nobody checks signatures, none counts, also no earlier
  /// one; whoever uses the lab may see every profile.
  public func now(_ mode: UserAuthentication.Mode, isLab: Bool = false) -> DeviceTrust {
    if mode == .off { return min(self, .device) }
    return isLab && self == .device ? .person : self
  }

  /// Whether a device that is believed so far may get anything as this person (`PersonID`).
  public func admits(_ personID: String, _ mode: UserAuthentication.Mode) -> Bool {
    mode != .required || self == .person || !PersonID.isUser(personID)
  }

  /// Which of a person's attributes may be written into what the device gets; nil for none.
  public func reader(on deviceID: String) -> AttributeReader? {
    switch self {
    case .named: nil
    case .device: .device(deviceID)
    case .person: .person
    }
  }

  /// Whether other values about the person may be written into what the device gets: those of an
  /// event, or those that a program gave for them.
  ///
  /// - Parameter isOwn: Whether this device itself sent them.
  public func reads(isOwn: Bool) -> Bool { self == .person || isOwn && self == .device }

  public static func < (left: DeviceTrust, right: DeviceTrust) -> Bool { left.rawValue < right.rawValue }
}
