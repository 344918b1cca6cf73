// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletUI
import MartletWire
import SceneHTML

/// The preview as values for its template.
struct PreviewPart {
  let device: String
  let orientation: String
  let scheme: String
  let hasKeyboard: Bool
  let html: String?
  let css: String
  /// The nonce that lets this one style sheet pass the page's content security policy.
  let nonce: String
  let notice: String?
  let sceneSheet: String
  /// Where the form is sent, also for trying it in the lab.
  let formPath: String
  /// The user id of the person for whom the preview is drawn.
  let person: String
  /// Suggested user ids.
  let people: [String]
  /// Which part of the campaign is shown; nil if it has only one.
  let parts: Switch?
  /// What was done in the survey.
  let walked: String
  /// Whether a survey is shown.
  let isWalk: Bool
  /// Whether the texts can be those of a person, and the lab can show it.
  let isMessage: Bool
  /// Whether the lab can show it: it has no notifications.
  let canTry: Bool
  let switches: [Switch]
  /// The language of the device.
  let language: Switch
  /// Options in the fold, which is open once one of them differs from the default.
  let further: [Switch]
  let flags: [Option]
  let isFurtherOpen: Bool

  struct Switch {
    let name: String
    let label: String
    let options: [Option]
  }

  struct Option {
    let id: String
    let name: String
    let value: String
    let label: String
    let isChosen: Bool
  }

  /// - Parameters:
  ///   - people: Suggested user ids.
  ///   - content: The campaign whose languages can be chosen.
  init(
    _ preview: MessagePreview, choice: PreviewChoice, nonce: String, sceneSheet: String, formPath: String,
    people: [String],
    type: CampaignType = .message, content: CampaignContent? = nil
  ) {
    device = choice.device.rawValue
    orientation = choice.isLandscape ? "landscape" : "portrait"
    scheme = choice.scheme.rawValue
    hasKeyboard = choice.switches.contains(.keyboard)
    html = preview.scene?.html
    css = preview.scene?.css ?? ""
    notice = preview.notice
    self.nonce = nonce
    self.sceneSheet = sceneSheet
    self.formPath = formPath
    person = choice.person
    self.people = people
    func made(_ name: String, _ label: String, _ values: [(String, String)], _ chosen: String) -> Switch {
      Switch(
        name: "preview." + name, label: label,
        options: values.map {
          Option(
            id: "preview-\(name)-\($0.0)", name: "preview." + name, value: $0.0, label: $0.1,
            isChosen: $0.0 == chosen)
        })
    }
    // The script shows the switch as soon as the form has both parts.
    parts =
      type.showsContent
      ? made(
        "part", "Shown", MessagePreview.Part.allCases.map { ($0.rawValue, $0.label(in: type)) },
        (preview.part ?? choice.part).rawValue) : nil
    walked = preview.walked?.text ?? choice.walked.text
    isWalk = preview.walked != nil
    isMessage = type == .message
    canTry = type != .push
    switches = [
      made(
        "device", "Device", PreviewDevice.allCases.map { ($0.rawValue, $0.label) }, choice.device.rawValue),
      made(
        "orientation", "Orientation", [("portrait", "Portrait"), ("landscape", "Landscape")], orientation),
      made("scheme", "Appearance", [("light", "Light"), ("dark", "Dark")], scheme),
      made(
        "text_size", "Text size", PreviewChoice.TextSize.allCases.map { ($0.rawValue, $0.label) },
        choice.textSize.rawValue),
    ]
    further = [
      made(
        "direction", "Direction", [("ltr", "Left to right"), ("rtl", "Right to left")],
        choice.direction.rawValue)
    ]
    let languages = Self.languages(content)
    let chosen = choice.locale ?? content?.ownLanguage ?? DeviceLanguage.english.rawValue
    language = made(
      "language", "Language", languages.map { ($0.tag, $0.name) },
      languages.first { LanguageTag.mark($0.tag) == LanguageTag.mark(chosen) }?.tag
        ?? DeviceLanguage.english.rawValue)
    flags = PreviewChoice.Switch.allCases.map {
      Option(
        id: "preview-" + $0.rawValue, name: "preview." + $0.rawValue, value: "on", label: $0.label,
        isChosen: choice.switches.contains($0))
    }
    let usual = content?.ownLanguage ?? DeviceLanguage.english.rawValue
    isFurtherOpen = choice.hasFurther || LanguageTag.mark(chosen) != LanguageTag.mark(usual)
  }
}

extension PreviewPart {
  /// The languages that a device of the preview can have: those of the campaign, and those in which
  /// the SDK has words.
  static func languages(_ content: CampaignContent?) -> [LanguageWords.Language] {
    let own = ([content?.ownLanguage].compactMap(\.self) + (content?.languageSet?.tags ?? [])).filter(
      LanguageTag.isWellFormed)
    var marks: Set<String> = []
    return (own + DeviceLanguage.allCases.map(\.rawValue)).filter {
      marks.insert(LanguageTag.mark($0)).inserted
    }
    .map { LanguageWords.Language(tag: $0, name: LanguageWords.label($0)) }.sorted {
      ($0.name, $0.tag) < ($1.name, $1.tag)
    }
  }
}

extension MessagePreview.Part {
  fileprivate func label(in type: CampaignType) -> String {
    switch self {
    case .banner: "Banner"
    case .content: type.label
    case .push: "Notification"
    }
  }
}
