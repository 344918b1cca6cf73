// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The name of the Reach module.
public let kAEReachModuleName = "ReachModule"
/// The name space of Reach in the documents of apps that move in.
public let kAEReachNamespace = "urn:ubikod:ermin:reach:0"
/// The category of campaigns that have none, or one that nothing is registered for.
public let kAEReachDefaultCategory = "engagement.category.default"
/// The kind of announcements.
public let kAEAnnouncementKind = "a"
/// The kind of surveys.
public let kAEPollKind = "p"
/// The kind of data.
public let kAEDatapushKind = "d"
/// The kind of banners that open no content.
public let kAENotifAnnouncementKind = "n"

/// The key of the agent's switch in the user defaults. An app can have it in its settings bundle.
/// Without a value, the agent is on.
public let kEngagementAgentEnabled = "engagement_agent_enabled"

/// What the Reach module does at the moment.
#if canImport(ObjectiveC)
@objc
#endif
public enum AEReachModuleState: Int, Sendable {
  case idle = 1
  case notifying = 2
  case loading = 3
  case showing = 4
}

/// When a campaign is shown.
#if canImport(ObjectiveC)
@objc
#endif
public enum AEContentBehavior: Int, Sendable {
  case anyTime = 1
  case background = 2
  case session = 3
}

/// How the body of an announcement is shown.
#if canImport(ObjectiveC)
@objc
#endif
public enum AEAnnouncementType: Int, Sendable {
  case unknown = -1
  case text = 1
  case html = 2
}

/// How data is written.
#if canImport(ObjectiveC)
@objc
#endif
public enum AEDatapushType: Int, Sendable {
  case unknown = -1
  case text = 1
  case base64 = 2
}
