// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import UIKit

/// Measures texts with the fonts of the system, and images by their file.
struct SceneMeasuring: SceneMeasure {
  private let imageSizes: [String: SceneSize]

  @MainActor
  init(pictures: [String: Picture]) {
    imageSizes = pictures.mapValues {
      SceneSize(width: Double($0.naturalSize.width), height: Double($0.naturalSize.height))
    }
  }

  func size(of text: SceneNode.Text, maximumWidth: Double?) -> SceneSize {
    guard !text.string.isEmpty else { return .zero }
    var whole = text
    // A text that may be cut has to be measured as if it were not. Otherwise, the system measures
    // one line.
    whole.maximumLines = nil
    let space = CGSize(
      width: maximumWidth ?? Double.greatestFiniteMagnitude, height: Double.greatestFiniteMagnitude)
    let rect = whole.attributed(direction: .leftToRight).boundingRect(
      with: space, options: [.usesLineFragmentOrigin], context: nil)
    let lines = max(1, (Double(rect.height) / text.font.lineHeight).rounded())
    // A fraction less than the text needs would break its last line.
    let width = Double(rect.width).rounded(.up)
    return SceneSize(
      width: maximumWidth.map { min($0, width) } ?? width,
      height: min(lines, Double(text.maximumLines ?? .max)) * text.font.lineHeight)
  }

  func naturalSize(ofImage url: String) -> SceneSize? { imageSizes[url] }
}
#endif
