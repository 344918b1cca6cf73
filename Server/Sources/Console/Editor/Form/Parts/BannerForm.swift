// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

/// The banner, and whether it opens something. A banner that is turned off keeps its fields until
/// the form is saved.
enum BannerForm: FormPart {
  /// What people see first, and what a tap on it opens.
  enum Shows: String, CaseIterable, Sendable {
    case both, banner, content

    init(_ content: CampaignContent) {
      self = content.content == nil ? .banner : content.banner == nil ? .content : .both
    }

    /// Missing and unknown values count as a banner that opens something.
    init(_ form: CampaignForm) { self = Shows(rawValue: form["shows"]) ?? .both }
  }

  static func write(_ content: CampaignContent, to form: inout CampaignForm) {
    let banner = content.banner ?? Wire.Banner()
    form["shows"] = Shows(content).rawValue
    form["banner.title"] = banner.title ?? ""
    form["banner.text"] = FormText.lines(banner.text ?? "")
    form["banner.icon"] = banner.showsIcon ? "yes" : ""
    form["banner.image_url"] = banner.imageURL ?? ""
    form["banner.image_alt"] = banner.imageAlt ?? ""
    form["banner.closeable"] = banner.isCloseable ? "yes" : ""
    form["banner.edge"] = banner.edge.rawValue
    ActionChoice.write(banner.action, to: &form, "banner.action", url: "banner.action_url")
    MessageColours.banner.write(banner.themes, to: &form, "banner.theme")
  }

  static func read(_ reader: inout FormReader, into content: inout CampaignContent) {
    reader.place("message", at: "shows")
    let shows = Shows(reader.form)
    guard shows != .content else {
      content.banner = nil
      return
    }
    reader.place("banner", at: "banner.title")
    var banner = content.banner ?? Wire.Banner(language: content.content?.language)
    banner.title = reader.text("banner.title", at: "banner.title").nilIfEmpty
    banner.text = FormText.kept(reader.text("banner.text", at: "banner.text"), banner.text)
    banner.showsIcon = !reader.text("banner.icon", at: "banner.icon").isEmpty
    banner.imageURL = reader.text("banner.image_url", at: "banner.image_url").trimmed.nilIfEmpty
    banner.imageAlt = reader.text("banner.image_alt", at: "banner.image_alt").nilIfEmpty
    banner.isCloseable = !reader.text("banner.closeable", at: "banner.closeable").isEmpty
    banner.edge = Wire.Open(reader.text("banner.edge", at: "banner.edge").nilIfEmpty ?? banner.edge.rawValue)
    // An action that is not used is not lost either: it counts again if the content is removed.
    banner.action = ActionChoice.read(
      &reader, "banner.action", url: "banner.action_url", at: "banner.action", over: banner.action)
    banner.themes = MessageColours.banner.read(&reader, "banner.theme", at: "banner", over: banner.themes)
    content.banner = banner
  }
}
