// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

package import Pages
import SceneHTML

extension DeviceLab {
  /// This module's files for the site. The site also needs the scenes' files, `SceneHTML.EmbeddedFiles.all`.
  package nonisolated static let files: [EmbeddedFile] = EmbeddedFiles.all
}

struct LabPageModel {
  /// The address of the style sheet that all scenes share.
  let sceneStyles: String
  let limit: Int
  let models: [Model]
  let languages: [Choice]
  let samples: [Choice]

  struct Choice {
    let value: String
    let name: String
    var words = ""
  }

  struct Model {
    let value: String
    let name: String
    let size: String
  }
}

extension Site {
  /// The page of the lab. It contains only empty containers: the streams deliver the content.
  func labPage(frame: Frame) -> String {
    var frame = frame
    frame.title = "Device Lab"
    frame.section = NavigationItem.lab.id
    frame.isWide = true
    frame.styleSheets.append("lab.css")
    frame.scripts.append("lab.js")
    let model = LabPageModel(
      sceneStyles: assets.path(of: "scene.css") ?? "", limit: DeviceLab.maximumDevices,
      models: DeviceModel.allCases.map {
        .init(value: $0.rawValue, name: $0.name, size: "\(Int($0.size.width)) × \(Int($0.size.height))")
      },
      languages: DeviceLanguage.allCases.map { .init(value: $0.rawValue, name: $0.name) },
      samples: SampleMessage.allCases.map { .init(value: $0.rawValue, name: $0.label, words: $0.words) })
    return self.page("lab/page", model, in: frame)
  }
}
