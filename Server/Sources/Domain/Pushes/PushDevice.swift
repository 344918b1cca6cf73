// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletWire

/// Where pushes for a device go, as the device last said it and as APNs contradicted it.
public struct PushDevice: Hashable, Sendable {
  /// APNs accepts the token no longer.
  public struct Death: Hashable, Sendable {
    /// When APNs knew it.
    public var since: Instant
    /// APNs' reason, for example `Unregistered`.
    public var reason: String

    public init(since: Instant, reason: String) {
      self.since = since
      self.reason = reason
    }

    /// Apple ends these when the app is removed, and the same token lives again when it is back.
    /// Any other dead token was never right for this app or environment, so that repeating it
    /// proves nothing.
    var canEnd: Bool { reason == "Unregistered" || reason == "ExpiredToken" }
  }

  public var deviceID: String
  /// Hexadecimal digits; nil if the device has none.
  public var token: String?
  /// nil without a token, or if the device says something that this version does not know.
  public var environment: Wire.PushEnvironment?
  /// nil if the device did not say.
  public var authorization: Wire.PushAuthorization?
  /// When the device last reported the token, to the hour.
  public var registeredAt: Instant
  public var death: Death?
  /// Since when the person wants no notifications on this device; nil if they do.
  public var optedOutAt: Instant?
  public var isLab: Bool
  /// When the device sent what is stored, by its own clock; nil if an earlier version stored it.
  public var saidAt: Instant?
  /// How far it is believed about its person. What counts of it depends on the app's settings
  /// (`DeviceTrust.now`).
  public var trust: DeviceTrust

  public init(
    deviceID: String, token: String? = nil, environment: Wire.PushEnvironment? = nil,
    authorization: Wire.PushAuthorization? = nil,
    registeredAt: Instant, death: Death? = nil, optedOutAt: Instant? = nil, isLab: Bool = false,
    saidAt: Instant? = nil,
    trust: DeviceTrust = .named
  ) {
    self.deviceID = deviceID
    self.token = token
    self.environment = environment
    self.authorization = authorization
    self.registeredAt = registeredAt
    self.death = death
    self.optedOutAt = optedOutAt
    self.isLab = isLab
    self.saidAt = saidAt
    self.trust = trust
  }

  /// A repeated report is stored once in this time, so that most requests of devices write nothing.
  public static let refresh = Duration.seconds(3_600)

  /// What a device says for the first time. nil if it says nothing about pushes: its app does not
  /// use them.
  public init?(_ device: Wire.Device, isLab: Bool, at now: Instant) {
    guard device.pushToken != nil || device.pushAuthorization != nil else { return nil }
    self.init(deviceID: device.id, registeredAt: now, isLab: isLab)
    read(device, at: now)
  }

  /// Requests of a device that cross each other are apart by no more than this. A device that seems
  /// to go back further has a corrected clock.
  static let longestCrossing = Duration.seconds(120)

  /// Whether the device sent a request before the one whose content is stored.
  public func isOvertaken(sentAt: Instant) -> Bool {
    saidAt.map { sentAt < $0 && sentAt >= $0 - Self.longestCrossing } ?? false
  }

  /// Takes over what the device says now. Returns whether anything has to be stored.
  ///
  /// A dead token lives again if the device reports it after its death, because the app is there
  /// again. One that APNs never accepted stays dead until the device has another token or
  /// environment.
  public mutating func report(_ device: Wire.Device, isLab: Bool, at now: Instant) -> Bool {
    let before = self
    read(device, at: now)
    self.isLab = isLab
    if (token, environment) != (before.token, before.environment) {
      registeredAt = now
      death = nil
    } else if let known = death {
      guard known.canEnd, now > known.since else { return self != before }
      registeredAt = now
      death = nil
    } else if token != nil, now >= registeredAt + Self.refresh {
      registeredAt = now
    }
    return self != before
  }

  private mutating func read(_ device: Wire.Device, at now: Instant) {
    optedOutAt = device.isPushOptedOut ? optedOutAt ?? now : nil
    // The same token, however its digits are written: whoever takes it under another spelling loses
    // it as well.
    token = device.pushToken.flatMap { $0.isEmpty ? nil : $0.lowercased() }
    environment = token == nil ? nil : device.pushEnvironment?.known
    authorization = device.pushAuthorization?.known
  }

  /// Notes that APNs does not accept a token. Returns what follows for the push that was sent to
  /// it.
  ///
  /// Nothing is noted if the device has another token by now, or registered this one after APNs
  /// knew of its end.
  public mutating func retire(_ token: String, _ death: Death) -> Retirement {
    guard self.token == token else { return .hasAnother }
    guard registeredAt <= death.since else { return .registeredLater }
    self.death = death
    return .retired
  }

  public enum Retirement: Hashable, Sendable {
    case retired, hasAnother, registeredLater
  }

  /// Why nothing can be sent to the device at present; nil if it can.
  ///
  /// - Parameters:
  ///   - isSilent: Whether the person notices nothing of the push, which needs no permission.
  ///   - isForTrying: Whether it reaches devices on which the person wants no notifications.
  public func obstacle(isSilent: Bool, isForTrying: Bool = false) -> Obstacle? {
    if token == nil { return .noToken }
    if let death { return .dead(death) }
    if environment == nil { return .noEnvironment }
    if isSilent { return nil }
    switch authorization {
    case .denied?, .notDetermined?: return .notAllowed
    case .authorized?, .provisional?, .ephemeral?, nil:
      return isForTrying ? nil : optedOutAt.map(Obstacle.optedOut)
    }
  }

  public enum Obstacle: Hashable, Sendable {
    case noToken
    case dead(Death)
    /// The device does not say whether its token is for production or development.
    case noEnvironment
    /// The person does not allow notifications, or was not asked yet.
    case notAllowed
    /// The person wants no notifications on this device, since this instant.
    case optedOut(Instant)

    /// How a push to the device ends.
    public var outcome: (outcome: PushOutcome, detail: String?) {
      switch self {
      case .noToken: (.noToken, nil)
      case .dead(let death): (.tokenInvalid, death.reason)
      case .noEnvironment: (.noToken, "no_environment")
      case .notAllowed: (.notAllowed, nil)
      case .optedOut(let since): (.optedOut, PushOutcome.day(since))
      }
    }
  }
}
