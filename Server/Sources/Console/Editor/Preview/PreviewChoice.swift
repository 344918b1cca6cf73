// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import HTTPSupport
import MartletUI
import Pages
import SceneHTML

/// The device and person of the preview. Not part of the campaign.
struct PreviewChoice: Hashable, Sendable {
  var device = PreviewDevice.large
  var isLandscape = false
  var scheme = SceneTraits.Scheme.light
  var textSize = TextSize.standard
  var direction = MessageScene.LayoutDirection.leftToRight
  /// The language that the device is set to, as a tag. nil: that of the campaign's own texts.
  var locale: String?
  var switches: Set<Switch> = []
  /// The user id of the person for whom the message is written; empty for nobody in particular.
  var person = ""
  /// The part of the campaign that is shown, if it has several.
  var part = MessagePreview.Part.banner
  /// What was done in the survey.
  var walked: [SurveyWalk.Event] = []

  /// Options that are on or off.
  enum Switch: String, CaseIterable, Sendable {
    case keyboard
    case reduceMotion = "reduce_motion"
    case reduceTransparency = "reduce_transparency"
    case increaseContrast = "increase_contrast"

    var label: String {
      switch self {
      case .keyboard: "Keyboard open"
      case .reduceMotion: "Reduced motion"
      case .reduceTransparency: "Reduced transparency"
      case .increaseContrast: "Increased contrast"
      }
    }
  }

  enum TextSize: String, CaseIterable, Sendable {
    case small, standard, large, largest

    var scale: Double {
      switch self {
      case .small: 0.82
      case .standard: 1
      case .large: 1.35
      case .largest: 2.35
      }
    }

    var label: String {
      switch self {
      case .small: "Small"
      case .standard: "Standard"
      case .large: "Large"
      case .largest: "Largest"
      }
    }
  }

  init() {}

  /// Unknown values count as the default.
  init(_ fields: FormFields) {
    device = fields["preview.device"].flatMap(PreviewDevice.init) ?? .large
    isLandscape = fields["preview.orientation"] == "landscape"
    scheme = fields["preview.scheme"] == "dark" ? .dark : .light
    textSize = fields["preview.text_size"].flatMap(TextSize.init) ?? .standard
    direction = fields["preview.direction"] == "rtl" ? .rightToLeft : .leftToRight
    locale = fields["preview.language"].flatMap { LanguageTag.isWellFormed($0) ? $0 : nil }
    switches = Set(Switch.allCases.filter { fields["preview.\($0.rawValue)"] == "on" })
    person = String((fields["preview.person"] ?? "").unicodeScalars.prefix(PeopleLimits.searchLength))
    part = fields["preview.part"].flatMap(MessagePreview.Part.init) ?? .banner
    walked = fields["preview.walked"].map { [SurveyWalk.Event]($0) } ?? []
  }

  /// Whether an option in the fold differs from the default.
  var hasFurther: Bool { direction != .leftToRight || !switches.isEmpty }

  /// The language of the SDK's own words on the device.
  var language: DeviceLanguage {
    locale.flatMap { DeviceLanguage(rawValue: LanguageTag.language(of: $0)) } ?? .english
  }

  var orientation: SceneTraits.Orientation { isLandscape ? .landscape : .portrait }

  var traits: SceneTraits {
    var traits = SceneTraits(
      width: 0, height: 0, scheme: scheme, textScale: textSize.scale, direction: direction,
      reduceMotion: switches.contains(.reduceMotion),
      reduceTransparency: switches.contains(.reduceTransparency),
      increaseContrast: switches.contains(.increaseContrast),
      keyboardHeight: switches.contains(.keyboard) ? device.model.keyboardHeight(orientation) : 0,
      language: language.rawValue)
    device.model.apply(to: &traits, orientation: orientation)
    return traits
  }

  /// The address of the same device in the lab, for trying a draft.
  ///
  /// - Parameter draft: The word by which the lab finds the draft.
  func labAddress(draft: String) -> String {
    let standard = PreviewChoice()
    var pairs = [("v", "1")]
    func add(_ name: String, _ value: String, _ usual: String) {
      if value != usual { pairs.append((name, value)) }
    }
    add("model", device.model.rawValue, DeviceModel.smallPhone.rawValue)
    add("held", orientation.rawValue, "portrait")
    add("scheme", scheme.rawValue, standard.scheme.rawValue)
    add("text", String(Int((textSize.scale * 100).rounded())), "100")
    add("language", language.rawValue, "en")
    // In the lab, the direction follows the language.
    add("direction", direction.rawValue, language.direction.rawValue)
    for option in [Switch.reduceMotion, .reduceTransparency, .increaseContrast, .keyboard]
    where switches.contains(option) {
      pairs.append((option.rawValue, "on"))
    }
    // When trying out a message, nobody wants to wait between two messages.
    pairs.append(("quiet", "0"))
    pairs.append(("show", "draft:" + draft))
    return QueryString.url("/lab", pairs)
  }
}

/// A device of the preview, by its name in the form. Its properties are those of the lab's `model`.
enum PreviewDevice: String, CaseIterable, Sendable {
  case small, large, tablet

  var model: DeviceModel {
    switch self {
    case .small: .smallPhone
    case .large: .largePhone
    case .tablet: .tablet
    }
  }

  var label: String { model.name }
}
