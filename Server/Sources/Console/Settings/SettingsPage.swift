// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

/// An app's keys, the lines of Swift that connect an app to this server, and the settings for all its campaigns.
enum SettingsPage {
  /// A key that was just created.
  struct Created {
    var key: APIKey
    /// Shown only once; nil if it has been shown before.
    var secret: String?
  }

  /// What was typed into the form for a new key, and what is wrong with it.
  struct Form {
    var name = ""
    var scope = APIKey.Scope.device
    var problem: String?
  }

  /// The values of the template `settings/settings`.
  struct Model {
    let tabs = SettingsTab.all(current: .app)
    let created: CreatedKey?
    let keyList: KeyList
    let form: SettingsPage.Form
    let scopes: [ListTable.Choice]
    let endpoint: String
    let snippet: String
    let snippetHint: String
    let caps: [Cap]
    let canAddCap: Bool
    let delivery: DeliverySettings
    let authentication: AuthenticationSection
    let push: PushSection
    /// Shown while there is no room for another event name.
    let otherEvents: String?

    struct CreatedKey {
      let keyName: String
      let scopeWords: String
      let secret: String?
      let advice: String
    }

    /// A row of "How often people see messages".
    struct Cap {
      let capIndex: Int
      let capNumber: Int
      let capLimit: String
      let capTag: String
      let windows: [ListTable.Choice]
      let limitProblem: String?
      let windowProblem: String?
      let tagProblem: String?

      init(_ row: DeliverySettings.Row, index: Int, problems: [String: String]) {
        capIndex = index
        capNumber = index + 1
        capLimit = row.limit
        capTag = row.tag
        // A window that this version does not know stays chosen, so that saving does not change it unnoticed.
        let unknown = Wire.Cap.Window(rawValue: row.within) == nil && !row.within.isEmpty ? [row.within] : []
        windows = (Wire.Cap.Window.allCases.map { ($0.rawValue, $0.words) } + unknown.map { ($0, $0) }).map { value, label in
          ListTable.Choice(value: value, label: label, isChosen: value == row.within)
        }
        limitProblem = problems["caps[\(index)].limit"]
        windowProblem = problems["caps[\(index)].within"]
        tagProblem = problems["caps[\(index)].tag"]
      }
    }
  }
}

extension SettingsPage.Model {
  /// - Parameter endpoint: The address at which apps reach this server: `https://martlet.example.com`.
  init(
    keys: [APIKey], endpoint: String, delivery: DeliverySettings = DeliverySettings(AppSettings()), form: SettingsPage.Form = .init(),
    created: SettingsPage.Created? = nil, authentication: AuthenticationSection.Source = .init(), otherEvents: OtherEvents = OtherEvents(),
    keyQuery: KeyList.Query = .init(), push: PushSection = PushSection(keys: [], form: PushKeyForm())
  ) {
    self.authentication = AuthenticationSection(authentication)
    self.push = push
    self.otherEvents = otherEvents.isFull ? Self.words(otherEvents) : nil
    keyList = KeyList(keys, query: keyQuery)
    self.form = form
    scopes = ListTable.choices(form.scope, \.label, hint: { $0.hint })
    self.endpoint = endpoint
    self.created = created.map {
      CreatedKey(keyName: $0.key.name, scopeWords: $0.key.scope.words, secret: $0.secret, advice: $0.key.scope.advice)
    }
    let sdkKey = created.flatMap { $0.key.scope == .device ? $0.secret : nil }
    snippet = Self.snippet(key: sdkKey ?? "YOUR-SDK-KEY", endpoint: endpoint)
    snippetHint =
      sdkKey == nil
      ? "Replace YOUR-SDK-KEY with an SDK key. The endpoint is this server."
      : "This code includes your new key and this server’s address."
    caps = delivery.rows.enumerated().map { Cap($1, index: $0, problems: delivery.problems) }
    canAddCap = caps.count < AppSettings.maximumCaps
    self.delivery = delivery
  }

  private static func words(_ events: OtherEvents) -> String {
    let counted =
      events.count == 0 ? "" : " So far, \(NumberWords.plural(events.count, "event counts", "events count")) as “other”."
    return
      "The limit of \(NumberWords.count(events.names)) event names is reached. A new name replaces one that nobody has sent "
      + "for \(CountLimits.forgottenAfterDays) days, or one that only a few people have sent. If there is no such name, events with the "
      + "new name are stored but counted as “other”. "
      + "Names that campaigns use are always counted.\(counted) Put numbers and ids in properties, not in names. "
      + "If your team does not recognise a name, someone may have made it up and sent it with the app’s SDK key."
  }

  /// The ten lines of Swift from the README, with this server's address.
  static func snippet(key: String, endpoint: String) -> String {
    """
    import MartletKit
    import MartletUI

    let configuration = Martlet.Configuration(apiKey: "\(key)", endpoint: "\(endpoint)")
    let martlet = Martlet(configuration: configuration)
    martlet.inAppMessagePresenter = InAppMessageUI()
    martlet.changeUser(userId: "user-1")
    martlet.user.setCustomAttribute(key: "plan", value: "free")
    martlet.logCustomEvent(name: "cart_viewed", properties: ["total": 42.5, "currency": "EUR"])
    martlet.requestImmediateDataFlush()
    martlet.applicationDidBecomeActive()  // apps with UIKit or AppKit do not need it
    """
  }
}

extension APIKey.Scope {
  /// `words` at the beginning of a line.
  var label: String { words.capitalisingFirst }

  var hint: String {
    switch self {
    case .device: "For the app. It can only fetch campaigns and send events."
    case .management: "For your own programs. It can do everything the console can. Never put it in an app."
    }
  }

  fileprivate var advice: String {
    switch self {
    case .device: "Copy it now and add it to the app’s configuration."
    case .management: "Copy it now and store it with your other secrets."
    }
  }
}

extension Wire.Cap.Window {
  /// The time window of a cap.
  fileprivate var words: String {
    switch self {
    case .session: "Session"
    case .day: "24 hours"
    case .week: "7 days"
    case .month: "30 days"
    case .year: "365 days"
    case .lifetime: "Lifetime"
    }
  }
}
