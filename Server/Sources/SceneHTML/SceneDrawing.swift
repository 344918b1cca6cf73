// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletUI

/// A scene as a small picture for lists: its real layout and colours, with lines instead of words.
///
/// The picture is one `<svg>` without text, styles, identifiers or addresses, of at most a few
/// kilobytes. It loads nothing: an area with a symbol stands for each image of the message. It is
/// hidden from screen readers.
public struct SceneDrawing: Hashable, Sendable {
  public let svg: String

  /// - Parameters:
  ///   - size: The window for which the scene was made.
  ///   - picture: The size that images are drawn in if the scene gives them room for it.
  public init(_ scene: MessageScene, size: SceneSize, picture: SceneSize = SceneSize(width: 600, height: 400))
  {
    let measure = RoughMeasure(picture: picture)
    var painter = ScenePainter(layout: SceneLayout(scene, size: size, measure: measure), measure: measure)
    painter.fill(SceneRect(x: 0, y: 0, width: size.width, height: size.height), "#f4f5f7")
    // An app, so that a message that covers only a part of it is seen as such.
    for y in stride(from: 64, to: size.height, by: 120) {
      painter.fill(SceneRect(x: 24, y: y, width: size.width - 48, height: 92), "#e7e9ee")
    }
    if let backdrop = scene.backdrop {
      painter.fill(
        SceneRect(x: 0, y: 0, width: size.width, height: size.height), CSSValue.color(backdrop.color))
    }
    painter.draw(scene.root, within: SceneRect(x: 0, y: 0, width: size.width, height: size.height))
    let box = "0 0 \(ScenePainter.units(size.width)) \(ScenePainter.units(size.height))"
    svg = "<svg viewBox=\"\(box)\" aria-hidden=\"true\" focusable=\"false\">" + painter.markup + "</svg>"
  }
}

/// Paints the boxes of a scene in the order in which they lie above each other.
private struct ScenePainter {
  let layout: SceneLayout
  let measure: RoughMeasure
  private var shapes: [Shape] = []
  private var areas = 0

  /// Points to a unit of the picture. Whole units keep the picture small.
  private static let scale = 5.0
  /// More than these nobody can tell apart.
  private static let mostAreas = 80
  private static let mostLines = 6

  private struct Shape {
    let fill: String
    /// Lines of the same colour share one path.
    var path: String
    var markup: String?
  }

  init(layout: SceneLayout, measure: RoughMeasure) {
    self.layout = layout
    self.measure = measure
  }

  static func units(_ points: Double) -> Int {
    points.isFinite ? Int((min(max(points, -10_000), 10_000) / scale).rounded()) : 0
  }

  var markup: String {
    shapes.map { $0.markup ?? "<path fill=\"\($0.fill)\" d=\"\($0.path)\"/>" }.joined()
  }

  mutating func fill(_ rect: SceneRect, _ color: String, radius: Double = 0, border: SceneNode.Border? = nil)
  {
    let (x, y) = (Self.units(rect.x), Self.units(rect.y))
    let (width, height) = (max(1, Self.units(rect.maxX) - x), max(1, Self.units(rect.maxY) - y))
    guard areas < Self.mostAreas else { return }
    areas += 1
    guard radius > 0 || border != nil else {
      let path = "M\(x) \(y)h\(width)v\(height)h-\(width)z"
      if let last = shapes.last, last.markup == nil, last.fill == color {
        shapes[shapes.count - 1].path += path
      } else {
        shapes.append(Shape(fill: color, path: path))
      }
      return
    }
    let rounded = radius > 0 ? " rx=\"\(min(max(1, Self.units(radius)), min(width, height) / 2))\"" : ""
    let line = border.map { " stroke=\"\(CSSValue.color($0.color))\"" } ?? ""
    let markup =
      "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\"\(rounded) fill=\"\(color)\"\(line)/>"
    shapes.append(Shape(fill: color, path: "", markup: markup))
  }

  mutating func draw(_ node: SceneNode, within clip: SceneRect) {
    guard let box = layout[node.id], box.windowFrame.y < clip.maxY else { return }
    var frame = box.windowFrame
    frame.height = min(frame.maxY, clip.maxY) - frame.y
    if node.style.background != nil || node.style.border != nil {
      fill(
        frame, node.style.background.map(CSSValue.color) ?? "none", radius: node.style.cornerRadius,
        border: node.style.border)
    }
    switch node.content {
    case .text(let text): drawLines(text, in: box, within: clip)
    case .image: drawPicture(frame, radius: node.style.cornerRadius)
    case .icon:
      let side = min(frame.width, frame.height) * 0.6
      let middle = SceneRect(
        x: frame.x + (frame.width - side) / 2, y: frame.y + (frame.height - side) / 2, width: side,
        height: side)
      fill(middle, CSSValue.color(node.style.foreground ?? SceneColor(argb: 0xFF62_6B7D)), radius: side / 2)
    case .field:
      fill(
        frame, "#ffffff", radius: 6, border: SceneNode.Border(width: 1, color: SceneColor(argb: 0xFFC6_CBD4)))
    case .scroll(let child): draw(child, within: frame)
    case .stack, .overlay: for child in node.children { draw(child, within: clip) }
    case .symbol, .web, .spinner, .space: break
    }
  }

  /// A bar for each line, as long as the line probably is.
  private mutating func drawLines(_ text: SceneNode.Text, in box: SceneLayout.Box, within clip: SceneRect) {
    let place = box.content.offset(x: box.windowFrame.x, y: box.windowFrame.y)
    let lines = measure.lines(of: text, maximumWidth: max(1, place.width))
    let height = max(Self.scale, text.font.size * 0.5)
    for (index, width) in lines.prefix(Self.mostLines).enumerated() where width > 0 {
      let top = place.y + Double(index) * text.font.lineHeight + (text.font.lineHeight - height) / 2
      guard top + height <= clip.maxY else { return }
      let x =
        switch text.alignment {
        case .leading: place.x
        case .center: place.x + (place.width - width) / 2
        case .trailing: place.maxX - width
        }
      fill(SceneRect(x: x, y: top, width: width, height: height), CSSValue.color(text.color))
    }
  }

  /// A grey area with two hills.
  private mutating func drawPicture(_ frame: SceneRect, radius: Double) {
    fill(frame, "#c6cbd4", radius: radius)
    let (x, width) = (Self.units(frame.x), Self.units(frame.width))
    let (bottom, height) = (Self.units(frame.maxY), Self.units(frame.height))
    guard width >= 12, height >= 6, areas < Self.mostAreas else { return }
    let path =
      "M\(x + width / 6) \(bottom)l\(width / 4) -\(height / 2) \(width / 4) \(height / 2)zM\(x + width / 2) \(bottom)"
      + "l\(width / 6) -\(height / 3) \(width / 6) \(height / 3)z"
    shapes.append(Shape(fill: "#939db0", path: path))
  }
}

/// Measures texts as if all letters had the same width. Nobody reads the words of a picture this
/// small, so a likely number of lines is enough.
private struct RoughMeasure: SceneMeasure {
  let picture: SceneSize

  /// Fills any screen.
  private static let mostLines = 200

  func naturalSize(ofImage url: String) -> SceneSize? { picture }

  func size(of text: SceneNode.Text, maximumWidth: Double?) -> SceneSize {
    let lines = lines(of: text, maximumWidth: maximumWidth)
    return SceneSize(width: lines.max() ?? 0, height: Double(lines.count) * text.font.lineHeight)
  }

  /// The width of each line.
  func lines(of text: SceneNode.Text, maximumWidth: Double?) -> [Double] {
    guard !text.string.isEmpty else { return [] }
    let letter = text.font.size.isFinite ? max(1, text.font.size * 0.52) : 1
    let most = max(letter, maximumWidth ?? .infinity)
    let limit = max(1, min(text.maximumLines ?? .max, Self.mostLines))
    var lines: [Double] = []
    for paragraph in text.string.split(separator: "\n", omittingEmptySubsequences: false) {
      var rest = Double(paragraph.count) * letter
      repeat {
        guard lines.count < limit else { return lines }
        lines.append(min(rest, most))
        rest -= most
      } while rest > 0
    }
    return lines
  }
}
