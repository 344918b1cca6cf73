// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletWire

/// One sending of a campaign's push to an audience, once for each device.
public struct PushRun: Equatable, Sendable {
  /// For whom it is.
  public enum Audience: Equatable, Sendable {
    /// Every device whose app uses pushes, except those of the Device Lab.
    case everybody
    /// The devices of these users, by user id.
    case users([String])
    /// These devices, by device id.
    case devices([String])
    /// The devices of each person who logs an event that the campaign's triggers match, each time,
    /// from the start of the run until it is ended or expires. Events of the Device Lab do not
    /// count.
    case event
    /// One device. Quiet hours and the campaign's schedule do not apply, and the campaign need not
    /// run.
    case device(String)
    /// The phones of the Device Lab, which are devices of the server itself and need no APNs key.
    /// Quiet hours and the campaign's schedule do not apply.
    case lab

    /// Whether it is only for trying something out, so that rules for people do not apply.
    public var isForTrying: Bool { kind.isForTrying }

    /// The raw values are stored.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      case everybody, users, devices, event, device, lab

      /// As `Audience.isForTrying`.
      public var isForTrying: Bool { self == .device || self == .lab }
    }

    public var kind: Kind {
      switch self {
      case .everybody: .everybody
      case .users: .users
      case .devices: .devices
      case .event: .event
      case .device: .device
      case .lab: .lab
      }
    }

    /// - Parameters:
    ///   - device: That of an audience of one device.
    ///   - members: The user or device ids of an audience that has some.
    public init(_ kind: Kind, device: String?, members: [String]) {
      self =
        switch kind {
        case .everybody: .everybody
        case .users: .users(members)
        case .devices: .devices(members)
        case .event: .event
        case .device: .device(device ?? "")
        case .lab: .lab
        }
    }
  }

  public var id: String
  public var appID: AppID
  public var campaignID: CampaignID
  /// What is sent: the campaign as it was when the run was created.
  public var definition: Wire.Campaign
  public var audience: Audience
  /// What its texts can name besides the person and the device.
  public var values: PushValues
  public var state: State
  /// Why the server paused or cancelled it, or why nothing of it can be sent for now, as a stable
  /// word or APNs' reason; nil if a person did, or if nothing stands in its way.
  public var reason: String?
  public var startsAt: Instant
  /// What is not sent by then is not sent at all. nil: no limit.
  public var expiresAt: Instant?
  /// The most pushes in a minute. nil: as many as APNs accepts.
  public var perMinute: Int?
  /// The environments for which there was an APNs key when it was created or resumed last. If one
  /// of them has none any more, somebody replaces the key, and the run waits. nil: not known, so
  /// that it waits for each.
  public var environments: Set<Wire.PushEnvironment>?
  /// Whether each device of the audience has its row.
  public var isPrepared: Bool
  public var createdAt: Instant
  /// When it began to list its audience.
  public var startedAt: Instant?
  public var finishedAt: Instant?

  public init(
    id: String, appID: AppID, campaignID: CampaignID, definition: Wire.Campaign, audience: Audience,
    values: PushValues = PushValues(), state: State = .scheduled, reason: String? = nil, startsAt: Instant,
    expiresAt: Instant? = nil,
    perMinute: Int? = nil, environments: Set<Wire.PushEnvironment>? = nil, isPrepared: Bool = false,
    createdAt: Instant, startedAt: Instant? = nil, finishedAt: Instant? = nil
  ) {
    self.id = id
    self.appID = appID
    self.campaignID = campaignID
    self.definition = definition
    self.audience = audience
    self.values = values
    self.state = state
    self.reason = reason
    self.startsAt = startsAt
    self.expiresAt = expiresAt
    self.perMinute = perMinute
    self.environments = environments
    self.isPrepared = isPrepared
    self.createdAt = createdAt
    self.startedAt = startedAt
    self.finishedAt = finishedAt
  }

  public enum State: String, Hashable, Sendable, CaseIterable {
    /// Waits for its start.
    case scheduled
    /// Lists its audience.
    case preparing
    case sending
    case paused
    case cancelled
    case finished

    /// Whether it can never send again.
    public var isOver: Bool { self == .cancelled || self == .finished }
  }

  /// What a person can do with a run.
  public enum Action: String, Hashable, Sendable, CaseIterable {
    case pause, resume, cancel
  }

  /// What is sent, before values are filled in.
  public var push: Wire.PushNotification { definition.runPush ?? Wire.PushNotification() }

  public var allowedActions: [Action] { Action.allCases.filter { next(after: $0) != nil } }

  /// The state after the action; nil if it is not possible now.
  func next(after action: Action) -> State? {
    switch (state, action) {
    case (.scheduled, .pause), (.preparing, .pause), (.sending, .pause): .paused
    case (.paused, .resume): isPrepared ? .sending : startedAt != nil ? .preparing : .scheduled
    case (.scheduled, .cancel), (.preparing, .cancel), (.sending, .cancel), (.paused, .cancel): .cancelled
    default: nil
    }
  }

  /// Returns whether the action was possible.
  ///
  /// - Parameter reason: Why the server does it; nil for a person.
  public mutating func perform(_ action: Action, reason: String? = nil, at now: Instant) -> Bool {
    guard let next = next(after: action) else { return false }
    state = next
    self.reason = action == .resume ? nil : reason
    if next == .cancelled { finishedAt = now }
    return true
  }

  /// Notes why nothing of it can be sent for now; nil: something was. Returns whether that is new.
  public mutating func wait(for reason: String?) -> Bool {
    guard state == .sending, reason != self.reason else { return false }
    self.reason = reason
    return true
  }

  /// Lists the audience from now on. Returns whether it may.
  public mutating func prepare(at now: Instant) -> Bool {
    if state == .preparing { return true }
    guard state == .scheduled, now >= startsAt else { return false }
    state = .preparing
    startedAt = now
    return true
  }

  /// Every device has its row.
  public mutating func completeAudience() {
    isPrepared = true
    if state == .preparing { state = .sending }
  }

  /// Every row has its outcome.
  public mutating func finish(at now: Instant) {
    guard state == .sending else { return }
    (state, reason) = (.finished, nil)
    finishedAt = now
  }
}

/// The bounds of runs.
public enum PushRunLimits {
  /// User ids of an audience.
  public static let users = 10_000
  /// Device ids of an audience.
  public static let devices = 1_000
  public static let perMinute = 1...1_000_000
  /// Bytes of the JSON of a run's values, and of those of each of its users.
  public static let valueBytes = 4_096
  /// A run by events ignores an event that arrives later than this after it happened: what it would
  /// say is old.
  public static let eventAge = Duration.seconds(3_600)
  /// The devices of a person that get a push on one event, by device id.
  public static let devicesOfEvent = 50
  /// Devices whose rows are written in one transaction.
  public static let step = 1_000
  /// Runs of one list.
  public static let page = 1...200
  /// How often a push is tried until it is given up. Attempts that failed because nothing could be
  /// sent at all do not count.
  public static let tries = 12
}
