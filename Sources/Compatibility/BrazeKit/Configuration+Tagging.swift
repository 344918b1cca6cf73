// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
public import MartletKit

/// Fields without a meaning here. They keep their values, and the log names those that were changed
/// (level `info`).
extension Martlet.Configuration.API {
  /// The framework that wraps the SDK.
  public enum SDKFlavor: String, Hashable, Sendable, CaseIterable {
    case vanilla, react, cordova, xamarin, unity, segment, tealium, mparticle, flutter
  }

  /// How the SDK was integrated. Any text.
  public struct SDKMetadata: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    public var rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { self.rawValue = value }
  }

  /// No effect: not sent.
  public var sdkFlavor: SDKFlavor? {
    get { unused["api.sdkFlavor"].flatMap { SDKFlavor(rawValue: $0) } }
    set { unused["api.sdkFlavor"] = newValue?.rawValue }
  }

  /// No effect: not sent.
  public var sdkMetadata: Set<SDKMetadata> {
    get {
      Set((unused["api.sdkMetadata"] ?? "").split(separator: "\n").map { SDKMetadata(rawValue: String($0)) })
    }
    set {
      unused["api.sdkMetadata"] =
        newValue.isEmpty ? nil : newValue.map(\.rawValue).sorted().joined(separator: "\n")
    }
  }

  /// Adds to `sdkMetadata`, with no effect.
  public mutating func addSDKMetadata(_ metadata: [SDKMetadata]) { sdkMetadata.formUnion(metadata) }

  /// No effect: all data goes to the app's own server, which is the only endpoint.
  public var trackingPropertyAllowList: Set<Martlet.Configuration.TrackingProperty> {
    get {
      let stored = unused["api.trackingPropertyAllowList"].map { Foundation.Data($0.utf8) }
      return stored.flatMap {
        try? JSONDecoder().decode(Set<Martlet.Configuration.TrackingProperty>.self, from: $0)
      } ?? []
    }
    set {
      let coded = try? JSONEncoder().encode(newValue)
      unused["api.trackingPropertyAllowList"] =
        newValue.isEmpty ? nil : coded.map { String(decoding: $0, as: UTF8.self) }
    }
  }
}

extension Martlet.Configuration {
  /// A kind of data, in `api.trackingPropertyAllowList`.
  public enum TrackingProperty: Hashable, Sendable, Codable {
    case everything, allCustomAttributes, allCustomEvents, analyticsEvents, attributionData, country,
      dateOfBirth, deviceData, email
    case emailSubscriptionState, firstName, gender, homeCity, language, lastName,
      notificationSubscriptionState, phoneNumber, purchases
    case pushToken, pushToStartTokens
    case customAttribute(Set<String>)
    case customEvent(Set<String>)
  }
}

extension Martlet {
  /// What happens to calls before a delayed initialisation.
  public enum PushEnqueueBehavior: Hashable, Sendable {
    case queue, drop
  }

  /// Does nothing, because nothing has to be prepared: create the client when the app wants to
  /// start it. Until then, nothing is automatic, and the app receives all notifications itself.
  public static func prepareForDelayedInitialization(
    pushAutomation: Configuration.Push.Automation? = nil, analyticsBehavior: PushEnqueueBehavior = .queue
  ) {}

  /// Does nothing: all data goes to the app's own server.
  public func updateTrackingAllowList(
    adding: Set<Configuration.TrackingProperty> = [], removing: Set<Configuration.TrackingProperty> = []
  ) {}
}
