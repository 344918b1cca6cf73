// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletWire
import SceneHTML

/// What the page's script gets: `{"html": …, "css": …, "notice": …, "review": …, "verdict": …, "folds": {…}}`; what there is not is absent.
struct PreviewAnswer {
  let json: [UInt8]

  /// - Parameter folds: What the folded parts of the form hold, in words.
  init(_ preview: MessagePreview, review: String, verdict: String, folds: [String: String]) {
    var fields: [String: Wire.JSONValue] = [
      "review": .string(review), "verdict": .string(verdict), "folds": .object(folds.mapValues { .string($0) }),
    ]
    if let scene = preview.scene {
      fields["html"] = .string(scene.html)
      fields["css"] = .string(scene.css)
    }
    if let notice = preview.notice { fields["notice"] = .string(notice) }
    json = Wire.encode(Wire.Filter.unknown(.object(fields)))
  }
}
