// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Foundation
import MartletWire

extension CampaignField {
  private static let interactive: Set<CampaignKind> = [.announcements, .polls]
  private static let everyKind = Set(CampaignKind.allCases)

  /// In the order in which they are written: later ones may depend on earlier ones.
  static let all: [CampaignField] = [
    CampaignField(
      name: "name", kinds: everyKind, form: .text(CampaignLimits.nameLength), places: ["name"],
      read: { .string($0.name) },
      write: { draft, value, _ in draft.name = value.string ?? "" }),
    CampaignField(
      name: "type", kinds: [.announcements], form: .choice(AnnouncementType.allCases.map(\.rawValue)),
      places: ["content.kind"],
      read: { .string($0.announcementType.rawValue) }),
    CampaignField(
      name: "type", kinds: [.dataPushes], form: .choice(DataType.names), places: ["data.type"],
      read: { draft in draft.content.data.map { .string(DataType.name($0.type)) } },
      write: { draft, value, _ in draft.content.data?.type = .known(DataType.kind(value.string)) }),
    CampaignField(
      name: "pushMode", kinds: [.announcements, .polls, .dataPushes],
      form: .choice(PushMode.allCases.map(\.rawValue)),
      standard: .string(PushMode.realTime.rawValue), places: ["triggers"],
      read: { .string($0.pushMode.rawValue) }),
    CampaignField(
      name: "pushMode", kinds: [.nativePushes], form: .choice([PushMode.oneShot.rawValue]),
      standard: .string(PushMode.oneShot.rawValue), places: ["triggers"],
      read: { _ in .string(PushMode.oneShot.rawValue) }),
    CampaignField(
      name: "deliveryTime", kinds: interactive, form: .choice(DeliveryTime.allCases.map(\.rawValue)),
      standard: .string(DeliveryTime.any.rawValue), places: ["delivery"],
      read: { .string($0.deliveryTime.rawValue) }),
    CampaignField(
      name: "deliveryActivities", kinds: interactive, form: .texts(Wire.Limits.nameLength),
      places: ["screens"],
      read: { draft in
        let screens = draft.content.surfaceRules.screens
        return screens.isEmpty ? .null : .array(screens.map { .string($0) })
      },
      write: { draft, value, errors in
        if case .array(let names) = value, !names.isEmpty, draft.deliveryTime == .background {
          errors.add(
            "deliveryActivities", "field_invalid", "Outside the app there are no activities.",
            "Use the deliveryTime session or any.")
        }
        draft.content.surfaceRules.screens = value.texts
      }),
    CampaignField(
      name: "category", kinds: [.announcements, .polls, .dataPushes], form: .text(Wire.Limits.categoryLength),
      places: ["category"],
      read: { .text($0.content.surfaceRules.category) },
      write: { draft, value, _ in draft.content.surfaceRules.category = value.string }),
    .timeZone(interactive), .time("startTime", interactive, isStart: true),
    .time("endTime", interactive, isStart: false),
    CampaignField(
      name: "notificationType", kinds: interactive, form: .choice(["system", "popup"]), standard: "popup"),
    CampaignField(
      name: "notificationIcon", kinds: interactive, form: .flag, standard: true, places: ["banner.icon"],
      read: { draft in draft.content.banner.map { .bool($0.showsIcon) } },
      write: { draft, value, _ in draft.content.banner?.showsIcon = value.flag ?? true }),
    CampaignField(
      name: "notificationCloseable", kinds: interactive, form: .flag, standard: true,
      places: ["banner.closeable"],
      read: { draft in draft.content.banner.map { .bool($0.isCloseable) } },
      write: { draft, value, _ in draft.content.banner?.isCloseable = value.flag ?? true }),
    CampaignField(name: "notificationVibrate", kinds: interactive, form: .flag, standard: false),
    CampaignField(
      name: "notificationSound", kinds: interactive, form: .flag, standard: false, places: ["push.sound"],
      read: { draft in draft.content.push.map { .bool($0.sound != nil) } },
      write: { draft, value, errors in
        errors.needsPush("notificationSound", value, draft)
        draft.content.push?.sound = value.flag == true ? Sound.standard : nil
      }),
    CampaignField(
      name: "notificationBadge", kinds: interactive, form: .flag, standard: false, places: ["push.badge"],
      read: { draft in draft.content.push.map { .bool(($0.badge ?? 0) > 0) } },
      write: { draft, value, errors in
        errors.needsPush("notificationBadge", value, draft)
        let known = draft.content.push?.badge
        draft.content.push?.badge = value.flag == true ? max(known ?? 1, 1) : known == 0 ? 0 : nil
      }),
    CampaignField(
      name: "notificationTitle", kinds: interactive, form: .text(Wire.Limits.headerLength),
      places: ["banner.title", "push.title"],
      read: { $0.notification(banner: \.title, push: \.title) },
      write: { draft, value, errors in
        let text = draft.personal(
          value, "notificationTitle", isInApp: draft.content.banner != nil, &errors)
        draft.content.banner?.title = text
        draft.content.push?.title = text
      }),
    CampaignField(
      name: "notificationMessage", kinds: interactive, form: .text(Wire.Limits.bannerTextLength),
      places: ["banner.text", "push.text"],
      read: { $0.notification(banner: \.text, push: \.text) },
      write: { draft, value, errors in
        let text = draft.personal(
          value, "notificationMessage", isInApp: draft.content.banner != nil, &errors)
        draft.content.banner?.text = text
        draft.content.push?.text = text
      }),
    CampaignField(
      name: "notificationImage", kinds: interactive, form: .text(Wire.Limits.contentBodyLength),
      places: ["banner.image_url", "push.image_url"],
      read: { _ in .null },
      write: { _, value, errors in
        guard value != .null else { return }
        errors.add(
          "notificationImage", "not_supported", "Images are not stored on this server.",
          "Leave the field out, put the picture on a web server, and enter its URL in the console.")
      }),
    .notificationOptions(interactive),
    .content("title", interactive, most: 128, \.title),
    .content("body", interactive, most: Wire.Limits.contentBodyLength, \.body),
    CampaignField(
      name: "body", kinds: [.dataPushes], form: .text(Wire.Limits.contentBodyLength),
      places: ["data.body", "data", "message"],
      read: { draft in draft.content.data.map { .text(draft.inApp($0.body)) } },
      write: { draft, value, errors in
        let text = draft.personal(value, "body", isInApp: true, &errors) ?? ""
        draft.content.data?.body = text
      }),
    .content("actionButtonText", interactive, most: Wire.Limits.contentLabelLength, \.actionLabel),
    .content("exitButtonText", interactive, most: Wire.Limits.contentLabelLength, \.exitLabel),
    .actionURL, .questions, .payload,
    CampaignField(
      name: "localization", kinds: everyKind, form: .object, places: ["languages"],
      write: { draft, value, errors in
        Localization.check(value, at: "localization", &errors)
        draft.translate(by: value, &errors)
      }),
    CampaignField(
      name: "audience", kinds: everyKind, form: .object, places: ["audience"],
      write: { draft, value, errors in
        Audience.check(value, &errors)
        let rule = Audience.rule(value)
        // What the console changed stays, unless the document says something new.
        if rule != draft.notes[Draft.Note.audience] { draft.content.audience = rule }
        draft.notes[Draft.Note.audience] = rule
      }),
  ]

  /// A text of what a notification opens.
  private static func content(
    _ name: String, _ kinds: Set<CampaignKind>, most: Int,
    _ path: any WritableKeyPath<Wire.Content, String?> & Sendable
  ) -> CampaignField {
    let names: [String: String] = ["actionButtonText": "action_label", "exitButtonText": "exit_label"]
    return CampaignField(
      name: name, kinds: kinds, form: .text(most),
      places: ["content." + (names[name] ?? name)] + (name == "body" ? ["content", "message"] : []),
      read: { draft in draft.content.content.map { .text(draft.inApp($0[keyPath: path])) } },
      write: { draft, value, errors in
        guard draft.content.content != nil else { return }
        let text = draft.personal(value, name, isInApp: true, &errors)
        draft.content.content?[keyPath: path] = text
      })
  }

  private static let actionURL = CampaignField(
    name: "actionUrl", kinds: [.announcements], form: .text(Wire.Limits.pushURLLength),
    places: [
      "content.action.url", "content.action", "banner.action.url", "banner.action", "push.action.url",
      "push.action",
    ],
    read: { draft in
      let content = draft.content
      if let content = content.content { return .text(draft.inApp(content.action.url)) }
      return draft.notification(banner: \.action.url, push: \.action.url)
    },
    write: { draft, value, errors in
      let content = draft.content
      let isInApp = content.content != nil || content.banner != nil
      let url = draft.personal(value, "actionUrl", isInApp: isInApp, &errors)
      func action(_ known: Wire.ClickAction?) -> Wire.ClickAction {
        guard let url else { return Wire.ClickAction() }
        return Wire.ClickAction(type: .known(.url), url: url, useWebView: known?.useWebView ?? false)
      }
      if let content = content.content {
        draft.content.content?.action = action(content.action)
      } else {
        draft.content.banner?.action = action(content.banner?.action)
        draft.content.push?.action = action(content.push?.action)
      }
    })
}

/// The types of data.
private enum DataType {
  static let names = ["text/plain", "text/base64"]
  static func kind(_ name: String?) -> Wire.DataPush.Kind { name == names[1] ? .base64 : .text }
  static func name(_ type: Wire.Open<Wire.DataPush.Kind>) -> String {
    type == .known(.base64) ? names[1] : names[0]
  }
}

/// The system's own sound.
enum Sound {
  static let standard = "default"
}

extension FieldErrors {
  fileprivate mutating func needsPush(_ name: String, _ value: Wire.JSONValue, _ draft: Draft) {
    guard value.flag == true, draft.content.push == nil else { return }
    add(
      name, "field_invalid", "Only a notification outside the app has this.",
      "Use the deliveryTime any or background.")
  }
}

extension Draft {
  /// A text of the notification, which banner and push share. nil without both.
  fileprivate func notification(
    banner: (Wire.Banner) -> String?, push: (Wire.PushNotification) -> String?
  ) -> Wire.JSONValue? {
    if let own = content.banner { return .text(inApp(banner(own))) }
    return content.push.map { .text(push($0).map(Markers.text)) }
  }

  /// The text as the old format has it. The texts of a push always are templates, those inside the
  /// app if the campaign says so.
  fileprivate func inApp(_ text: String?) -> String? {
    content.rules.render == nil ? text : text.map(Markers.text)
  }

  /// The text as Martlet has it. nil: empty.
  ///
  /// - Parameter isInApp: Whether it also stands inside the app. With markers, what is shown there
  ///   is then written for each person.
  mutating func personal(_ value: Wire.JSONValue, _ name: String, isInApp: Bool, _ errors: inout FieldErrors)
    -> String?
  {
    guard let text = value.string, !text.isEmpty else { return nil }
    if text.contains("${\(Markers.userID)}") {
      errors.add(
        name, "marker_not_supported", "An app info cannot have the name id here.",
        "Use {{user.id}} for the user's id.")
    }
    guard !Markers.keys(in: text).isEmpty else { return text }
    if isInApp { content.rules.render = .known(.atDisplay) }
    return Markers.template(text)
  }
}

extension Wire.JSONValue {
  /// Null for no text and for an empty one.
  static func text(_ text: String?) -> Self { text.flatMap { $0.isEmpty ? nil : .string($0) } ?? .null }

  /// The texts of a list; empty for any other value.
  var texts: [String] {
    if case .array(let elements) = self { elements.compactMap(\.string) } else { [] }
  }

  var fields: [String: Wire.JSONValue] {
    if case .object(let fields) = self { fields } else { [:] }
  }
}
