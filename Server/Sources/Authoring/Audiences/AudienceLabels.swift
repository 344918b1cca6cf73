// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain

extension AudienceFact {
  /// For people.
  public var label: String {
    switch self {
    case .userID: "User id"
    case .firstSeen: "First seen"
    case .lastSeen: "Last seen"
    case .platform: "Platform"
    case .osVersion: "OS version"
    case .appVersion: "App version"
    case .model: "Device model"
    case .language: "Language"
    case .country: "Country"
    case .timeZone: "Time zone"
    case .isReachable: "Push reachable"
    }
  }
}

extension AudienceActivity.Kind {
  /// For people.
  public var label: String {
    switch self {
    case .custom: "Event"
    case .purchase: "Purchase"
    case .sessionStart: "Session"
    case .screenView: "Screen"
    case .surveyAnswers: "Answered survey"
    }
  }
}

extension AudienceStep {
  /// For people: the campaign's name follows.
  public var label: String {
    switch self {
    case .seen: "First saw"
    case .clicked: "First clicked"
    case .converted: "First converted after"
    }
  }
}
