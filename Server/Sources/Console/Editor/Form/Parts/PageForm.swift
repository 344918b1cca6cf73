// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// What can be a page: a message or an announcement.
protocol PageHolder: SendableMetatype {
  var assetURLs: [String] { get set }
  var bridge: Wire.Bridge? { get set }
}

extension Wire.Message: PageHolder {}
extension Wire.Content: PageHolder {}

extension PageHolder {
  /// What the page may do. Nothing is stored until there is something.
  fileprivate var permissions: Wire.Bridge {
    get { bridge ?? Wire.Bridge() }
    set { bridge = newValue == Wire.Bridge() && bridge == nil ? nil : newValue }
  }
}

extension Wire.Bridge {
  /// Whether the page has it. Capabilities that the form does not offer stay, in their place.
  fileprivate subscript(capability: Capability) -> Bool {
    get { allows.contains(.known(capability)) }
    set {
      if !newValue { allows.removeAll { $0 == .known(capability) } }
      if newValue, !self[capability] { allows.append(.known(capability)) }
    }
  }
}

/// A page, what it may do, and the files that it uses: the same for messages and announcements.
enum PageForm {
  static func page<Value: PageHolder>() -> FormElement<Value> {
    .group(
      "fields page-part", part: "page",
      .shown { fields, scope in
        .field(
          fields.field(
            scope.name("page"), "Page",
            hint:
              "HTML with its own styles and scripts. It runs in a sandbox and can load images and fonts over https. Allow more below.",
            code: .html))
      },
      .group(
        "fitted",
        .list(
          "asset_urls", \.assetURLs, "Assets",
          hint:
            "Images, fonts, scripts or a .zip archive, one URL per line. Devices download them in advance.")),
      .fieldset(
        "subsection fields", "Page permissions",
        .element(
          .hint(
            "Every page can close itself and log clicks. Any other call that you do not allow here is refused and recorded."
          )),
        Wire.Bridge.Capability.allCases.map(capability).together { elements, _ in
          [.group("fields capabilities", elements)]
        },
        .group(
          "fitted",
          .list(
            "bridge_names", \.permissions.names, "Other bridge names", at: "bridge.names",
            hint: "For pages that do not use \(Wire.Bridge.ownName). One per line."),
          .list(
            "ready_events", \.permissions.readyEvents, "Other ready events", at: "bridge.ready_events",
            hint: "For pages that do not wait for \(Wire.Bridge.ownReadyEvent). One per line."))))
  }

  private static func capability<Value: PageHolder>(_ capability: Wire.Bridge.Capability)
    -> FormElement<Value>
  {
    .check(
      "bridge." + capability.rawValue, \.permissions[capability], capability.words,
      // Problems of all of them stand beside the first.
      at: capability == .customEvent ? "bridge" : nil)
  }
}

extension Wire.Bridge.Capability {
  /// What a page may do, in an author's words.
  var words: String {
    switch self {
    case .customEvent: "Log events"
    case .purchase: "Log purchases"
    case .flush: "Send waiting events immediately"
    case .pushPermission: "Ask for push permission"
    case .changeUser: "Set the user id"
    case .attributes: "Change the person’s profile and attributes"
    case .subscriptions: "Change the person’s subscriptions"
    }
  }
}
