// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Measures what only a host can measure, for a `SceneLayout`.
///
/// A layout asks for each text a few times at most, and once for each image. Equal questions must
/// have equal answers.
public protocol SceneMeasure {
  /// The size of a text in lines that are at most this wide.
  ///
  /// Lines break at line breaks of the text and between words, and inside a word only if it is
  /// wider than a line. Each line has the height `text.font.lineHeight`, and there are at most
  /// `text.maximumLines`. The empty text has the height 0.
  ///
  /// - Parameter maximumWidth: in points, at least 0. If nil, lines only break at line breaks.
  /// - Returns: the width of the widest line, and the height of all lines.
  func size(of text: SceneNode.Text, maximumWidth: Double?) -> SceneSize

  /// The size of an image in points, or nil if it could not be loaded.
  func naturalSize(ofImage url: String) -> SceneSize?
}
