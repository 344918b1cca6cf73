// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire

extension Wire.Device {
  /// The columns of what a device says of itself besides `description`: what it is called in lists,
  /// and what audiences and figures ask for. Those have the names of their fields.
  static let columns = ["words", "platform", "os_version", "app_version", "model", "locale", "time_zone"]

  /// In the order of `columns`.
  var values: [String?] { [words, platform, osVersion, appVersion, model, locale, timeZone] }

  /// The name in lists, for sorting: model, platform, version, or the beginning of the id.
  private var words: String {
    let system = [platform, osVersion].compactMap(\.self).joined(separator: " ")
    let words = [model ?? "", system].filter { !$0.isEmpty }.joined(separator: ", ")
    return words.isEmpty ? "device \(id.prefix(8).lowercased())" : words.lowercased()
  }
}
