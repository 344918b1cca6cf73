// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

package import MartletWire

/// What a person would see of a campaign's banner and content, or the data for the app.
package struct ReachContents: Equatable, Sendable {
  package var banner: Wire.Banner?
  package var content: Wire.Content?
  package var data: Wire.DataPush?
  /// nil: the default notifier, controller and data handler.
  package var category: String?
  /// Whether the person tapped its push.
  package var isFromTap = false
  /// The files on the device that it needs.
  package var files = Martlet.LocalAssets()

  package init(
    banner: Wire.Banner? = nil, content: Wire.Content? = nil, data: Wire.DataPush? = nil,
    category: String? = nil
  ) {
    self.banner = banner
    self.content = content
    self.data = data
    self.category = category
  }

  /// What the server rendered of a campaign.
  init(_ rendered: Wire.RenderResponse, category: String?) {
    self.init(banner: rendered.banner, content: rendered.content, data: rendered.data, category: category)
  }

  /// nil if the campaign has a message.
  init?(_ campaign: Wire.Campaign) {
    guard campaign.message == nil else { return nil }
    self.init(
      banner: campaign.banner, content: campaign.content, data: campaign.data,
      category: campaign.surfaceRules.category)
  }
}

extension ReachContents {
  /// The contents with the id of this installation in place of `{deviceid}`: in URLs, in the body,
  /// and in data that is text. The id consists of letters, digits and hyphens, so it needs no
  /// encoding.
  func filled(deviceID: String?) -> ReachContents {
    guard let deviceID else { return self }
    func fill(_ text: String?) -> String? { text?.replacing(DeviceMarker.text, with: deviceID) }
    var filled = self
    filled.banner?.imageURL = fill(banner?.imageURL)
    filled.banner?.action.url = fill(banner?.action.url)
    filled.content?.action.url = fill(content?.action.url)
    filled.content?.body = fill(content?.body)
    if let data, data.type == .known(.text) { filled.data?.body = fill(data.body) ?? "" }
    return filled
  }
}

/// What authors write for the id of the installation.
enum DeviceMarker {
  static let text = "{deviceid}"
}

extension Wire.Message {
  /// The message with the id of this installation in place of `{deviceid}` in its URLs.
  func filled(deviceID: String?) -> Wire.Message {
    guard let deviceID else { return self }
    func fill(_ text: String?) -> String? { text?.replacing(DeviceMarker.text, with: deviceID) }
    var filled = self
    filled.imageURL = fill(imageURL)
    filled.clickAction.url = fill(clickAction.url)
    for place in buttons.indices {
      filled.buttons[place].clickAction.url = fill(buttons[place].clickAction.url)
    }
    return filled
  }
}
