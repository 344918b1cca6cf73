// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

/// The banner of an announcement and what it opens, as a variant changes them.
struct AnnouncementPart: Equatable, Sendable {
  /// nil: the campaign has none, so no variant has one.
  var banner: Wire.Banner?
  var content: Wire.Content?

  init(_ surfaces: CampaignSurfaces) {
    (banner, content) = (surfaces.banner, surfaces.content)
  }

  /// What people in the variant get. nil: it has the campaign's own.
  init?(_ variant: Wire.Experiment.Variant, over surfaces: CampaignSurfaces) {
    guard variant.banner != nil || variant.content != nil else { return nil }
    (banner, content) = (variant.banner ?? surfaces.banner, variant.content ?? surfaces.content)
  }

  /// Puts what differs from the campaign's own into the variant.
  func change(_ variant: inout Wire.Experiment.Variant, over surfaces: CampaignSurfaces) {
    variant.banner = banner == surfaces.banner ? nil : banner
    variant.content = content == surfaces.content ? nil : content
  }
}

extension AnnouncementPart: VariantPart {
  static let noun = "announcement"

  var json: String {
    var fields: [String: Wire.JSONValue] = [:]
    fields["banner"] = banner?.json
    fields["content"] = content?.json
    return FormText.json(Wire.JSONValue.object(fields))
  }

  init?(json: String) {
    guard let document = try? Wire.decode(Wire.JSONValue.self, from: Array(json.utf8)), case .object(let fields) = document,
      !fields.isEmpty, fields.keys.allSatisfy({ $0 == "banner" || $0 == "content" })
    else { return nil }
    do {
      banner = try document["banner"].map { try Wire.Banner(json: $0) }
      content = try document["content"].map { try Wire.Content(json: $0) }
    } catch {
      return nil
    }
  }

  static let variantFields: [VariantField<Self>] = [
    VariantField(
      name: "title", path: "banner.title", label: "Banner title", part: "banner", read: { $0.banner?.title },
      write: { $0.banner?.title = $1 }),
    VariantField(
      name: "text", path: "banner.text", label: "Banner text", isLong: true, part: "banner", read: { $0.banner?.text },
      write: { part, text in
        let stored = part.banner?.text
        part.banner?.text = FormText.kept(text, stored)
      }),
    VariantField(
      name: "image_url", path: "banner.image_url", label: "Banner picture URL", isAddress: true, part: "banner",
      read: { $0.banner?.imageURL }, write: { $0.banner?.imageURL = $1 }),
    VariantField(
      name: "content_title", path: "content.title", label: "Announcement title", part: "content", read: { $0.content?.title },
      write: { $0.content?.title = $1 }),
    VariantField(
      name: "content_body", path: "content.body", label: "Announcement text", pageLabel: "Announcement page", isLong: true,
      part: "content", read: { $0.content?.body },
      write: { part, text in
        let stored = part.content?.body
        part.content?.body = FormText.kept(text, stored)
      }),
    VariantField(
      name: "button", path: "content.action_label", label: "Button", part: "content", read: { $0.content?.actionLabel },
      write: { $0.content?.actionLabel = $1 }),
  ]
}
