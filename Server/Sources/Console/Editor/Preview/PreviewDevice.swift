// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import SceneHTML

/// A device of the preview, under the name that it has in the form. What it is like is the lab's: `model`.
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
