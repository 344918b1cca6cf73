// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// A campaign while it is translated: what Martlet knows of it, and notes of what only the old
/// format says.
struct Draft: Equatable, Sendable {
  var name: String
  var content: CampaignContent
  /// By the field's name in the old format, or a `Note`.
  var notes: [String: Wire.JSONValue]

  init(
    name: String = "", content: CampaignContent = CampaignContent(triggers: []),
    notes: [String: Wire.JSONValue] = [:]
  ) {
    self.name = name
    self.content = content
    self.notes = notes
  }

  init(_ campaign: Campaign, notes: [String: Wire.JSONValue]) {
    self.init(name: campaign.name, content: campaign.content, notes: notes)
  }

  /// Notes that are no field of a document.
  enum Note {
    /// Only for native pushes, which have the same surface as announcements outside the app.
    static let kind = "$kind"
    /// The translations of questions and choices, by their ids.
    static let questions = "$questions"
    /// What a document last said about audience and languages. What differs from it was changed in
    /// the console.
    static let audience = "$audience", languages = "$languages"
  }
}

/// When a campaign is sent.
enum PushMode: String, CaseIterable, Sendable {
  /// It stays open, also for people who come later.
  case realTime = "real-time"
  /// To those who have the app at its start.
  case oneShot = "one-shot"
  /// To the devices of each call.
  case manual
}

/// Where people see it.
enum DeliveryTime: String, CaseIterable, Sendable {
  case any, session, background
}

/// What an announcement has beside its notification.
enum AnnouncementType: String, CaseIterable, Sendable {
  case text = "text/plain"
  case html = "text/html"
  case notification = "only_notif"
}

extension Draft {
  /// Without a note, a campaign that only runs bring to people is a manual one.
  var pushMode: PushMode {
    if let mode = notes["pushMode"]?.string.flatMap(PushMode.init) { return mode }
    return content.needsNoTrigger && content.triggers.isEmpty ? .manual : .realTime
  }

  var deliveryTime: DeliveryTime {
    switch (content.surfaceRules.delivery, content.push) {
    case (.known(.outOfApp), _): .background
    case (.known(.inApp), _), (_, nil): .session
    default: .any
    }
  }

  var announcementType: AnnouncementType {
    switch content.content?.kind {
    case nil: .notification
    case .known(.html)?: .html
    default: .text
    }
  }

  /// Gives the campaign the surfaces that it needs, and takes the others away. What a surface had
  /// stays.
  mutating func outline(_ kind: CampaignKind, type: AnnouncementType, delivery: DeliveryTime, mode: PushMode)
  {
    switch kind {
    case .dataPushes:
      content.data = content.data ?? Wire.DataPush(body: "")
      (content.banner, content.content, content.push) = (nil, nil, nil)
    case .nativePushes:
      content.push = content.push ?? Wire.PushNotification()
      (content.banner, content.content, content.data) = (nil, nil, nil)
      notes[Note.kind] = .string(kind.rawValue)
    case .announcements, .polls:
      content.data = nil
      content.push = delivery == .session ? nil : content.push ?? Wire.PushNotification()
      content.banner = delivery == .background ? nil : content.banner ?? Wire.Banner()
      content.surfaceRules.delivery = .known(
        delivery == .session ? .inApp : delivery == .background ? .outOfApp : .any)
      let contentKind: Wire.Content.Kind? = kind == .polls ? .survey : type.contentKind
      content.content = contentKind.map { kind in
        var content = content.content ?? Wire.Content(kind: .known(kind))
        content.kind = .known(kind)
        return content
      }
    }
    open(mode, kind)
  }

  /// A real-time campaign reaches everybody once, from the next session on, apart from what only a
  /// push brings. The others only reach those to whom they are sent, and have no trigger, so that
  /// their pushes bring the banner or the data.
  private mutating func open(_ mode: PushMode, _ kind: CampaignKind) {
    notes["pushMode"] = .string(mode.rawValue)
    switch mode {
    case .realTime
    where content.banner == nil && content.data == nil && content.push != nil:
      content.triggers.removeAll { $0 == Self.opening }
    case .realTime where content.triggers.isEmpty:
      content.triggers = [Self.opening]
      content.rules.reEligibility = Wire.ReEligibility(type: .known(.once))
    case .realTime: break
    case .oneShot, .manual: if kind != .nativePushes { content.triggers = [] }
    }
  }

  private static let opening = Wire.Trigger(kind: .known(.sessionStart))

  /// Whether it is for everybody. The console can also let an event decide who gets a campaign.
  var isForEverybody: Bool { content.triggers.allSatisfy { $0 == Self.opening } }
}

extension AnnouncementType {
  fileprivate var contentKind: Wire.Content.Kind? {
    switch self {
    case .text: .text
    case .html: .html
    case .notification: nil
    }
  }
}
