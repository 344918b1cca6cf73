// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

/// What a page may do, and the files that it uses: the same for messages and announcements.
enum PageForm {
  /// - Parameter prefix: What the names of the fields begin with.
  static func write(
    _ bridge: Wire.Bridge?, _ assetURLs: [String], to form: inout CampaignForm, _ prefix: String = ""
  ) {
    form[prefix + "asset_urls"] = FormText.lines(assetURLs.joined(separator: "\n"))
    for capability in Wire.Bridge.Capability.allCases {
      form[prefix + "bridge." + capability.rawValue] =
        bridge?.allows.contains(.known(capability)) == true ? "yes" : ""
    }
    form[prefix + "bridge_names"] = FormText.lines(bridge?.names.joined(separator: "\n") ?? "")
    form[prefix + "ready_events"] = FormText.lines(bridge?.readyEvents.joined(separator: "\n") ?? "")
  }

  /// - Parameters:
  ///   - path: The path of what has the page.
  ///   - stored: The stored values, which are replaced.
  static func read(
    _ reader: inout FormReader, _ prefix: String = "", at path: String, _ stored: inout Wire.Bridge?,
    _ assetURLs: inout [String]
  ) {
    assetURLs = FormText.words(reader.text(prefix + "asset_urls", at: path + ".asset_urls"), assetURLs)
    reader.place(path + ".bridge", at: prefix + "bridge." + Wire.Bridge.Capability.customEvent.rawValue)
    var bridge = stored ?? Wire.Bridge()
    // Capabilities that the form does not offer stay, in their place.
    for capability in Wire.Bridge.Capability.allCases {
      let isChosen = !reader.form[prefix + "bridge." + capability.rawValue].isEmpty
      if !isChosen { bridge.allows.removeAll { $0 == .known(capability) } }
      if isChosen, !bridge.allows.contains(.known(capability)) { bridge.allows.append(.known(capability)) }
    }
    bridge.names = FormText.words(
      reader.text(prefix + "bridge_names", at: path + ".bridge.names"), bridge.names)
    bridge.readyEvents = FormText.words(
      reader.text(prefix + "ready_events", at: path + ".bridge.ready_events"), bridge.readyEvents)
    stored = bridge == Wire.Bridge() && stored == nil ? nil : bridge
  }
}
