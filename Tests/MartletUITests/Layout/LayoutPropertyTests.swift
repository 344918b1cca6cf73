// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletUI
import TestSupport
import Testing

@Suite("All reviewed scenes, and random ones")
struct LayoutPropertyTests {
  private static let drawings = [nil, "wide", "tall", "small"].map { key in
    MonospaceMeasure(
      pictures: key.flatMap { LayoutFixture.pictures[$0] }.map { [LayoutFixture.address: $0] } ?? [:])
  }
  /// The scenes of messages. Probes exceed their boxes on purpose.
  private static let messages = LayoutFixture.all.filter { !$0.name.hasPrefix("probe") }

  @Test(arguments: messages)
  func `nothing of a message leaves its parent, except what scrolls`(fixture: LayoutFixture) throws {
    for measure in Self.drawings {
      let layout = fixture.layout(measure)
      #expect(
        SceneRect(x: 0, y: 0, width: fixture.size.width, height: fixture.size.height).holds(layout.root))
      for parent in fixture.scene.root.allNodes {
        guard let box = layout[parent.id] else { continue }
        let room = SceneRect(
          x: 0, y: 0, width: box.scrolledSize?.width ?? box.frame.width,
          height: box.scrolledSize?.height ?? box.frame.height)
        for child in parent.children {
          guard let frame = layout[child.id]?.frame else { continue }
          #expect(room.holds(frame), "\(child.id) \(frame) in \(parent.id) \(room)")
        }
        // Symbols have one size everywhere. The chevron's corners, which are empty, are outside of
        // its box.
        if case .symbol = parent.content { continue }
        #expect(room.holds(box.content), "the content of \(parent.id)")
      }
    }
  }

  @Test(arguments: messages)
  func `parts that can be pressed do not overlap, in what scrolls and beside it`(fixture: LayoutFixture)
    throws
  {
    // A picture that is lost, or 48 points high, leaves no room for buttons and a close control
    // above them.
    for measure in Self.drawings[1...2] {
      let layout = fixture.layout(measure)
      for ids in Self.targets(in: fixture.scene.root).values {
        let frames = ids.compactMap { id in layout[id].map { (id: id, frame: $0.windowFrame) } }
        for (index, one) in frames.enumerated() {
          for other in frames.dropFirst(index + 1) {
            let (a, b) = (one.frame, other.frame)
            let width = min(a.maxX, b.maxX) - max(a.x, b.x)
            let height = min(a.maxY, b.maxY) - max(a.y, b.y)
            #expect(width <= 0.001 || height <= 0.001, "\(one.id) \(a) and \(other.id) \(b)")
          }
        }
      }
    }
  }

  /// What can be pressed or filled in, by the node that scrolls it. The body is behind the others.
  private static func targets(in node: SceneNode, scrolledBy scroll: String = "") -> [String: [String]] {
    let isTarget = node.field != nil || (node.action != nil && node.action != .body)
    let inner = if case .scroll = node.content { node.id } else { scroll }
    return node.children.reduce(into: isTarget ? [scroll: [node.id]] : [:]) { found, child in
      found.merge(targets(in: child, scrolledBy: inner)) { $0 + $1 }
    }
  }

  @Test(arguments: LayoutFixture.all)
  func `the children of a stack are one after the other along its axis`(fixture: LayoutFixture) throws {
    for measure in Self.drawings {
      let layout = fixture.layout(measure)
      for node in fixture.scene.root.allNodes {
        guard case .stack(let stack) = node.content, let axis = layout[node.id]?.axis else { continue }
        #expect(stack.axis == .rowOrColumn ? axis != .rowOrColumn : axis == stack.axis)
        let frames = stack.children.compactMap { layout[$0.id]?.frame }
        for (one, next) in zip(frames, frames.dropFirst()) {
          let gap: Double =
            switch (axis, fixture.scene.direction) {
            case (.vertical, _): next.y - one.maxY
            case (_, .leftToRight): next.x - one.maxX
            case (_, .rightToLeft): one.x - next.maxX
            }
          #expect(gap >= stack.spacing - 0.001, "\(node.id)")
        }
      }
    }
  }

  @Test(arguments: LayoutFixture.all)
  func `in the other reading direction all frames are mirrored`(fixture: LayoutFixture) throws {
    var other = fixture
    other.scene.direction = fixture.scene.direction == .leftToRight ? .rightToLeft : .leftToRight
    for measure in Self.drawings {
      let (layout, mirrored) = (fixture.layout(measure), other.layout(measure))
      for node in fixture.scene.root.allNodes {
        let (one, two) = (layout[node.id], mirrored[node.id])
        guard let one, let two else {
          #expect(one == nil && two == nil)
          continue
        }
        #expect(abs(one.windowFrame.x - (fixture.size.width - two.windowFrame.maxX)) < 0.001, "\(node.id)")
        #expect(
          one.frame.y == two.frame.y && one.frame.size == two.frame.size
            && one.scrolledSize == two.scrolledSize && one.axis == two.axis)
        #expect(abs(one.content.x - (two.frame.width - two.content.maxX)) < 0.001)
      }
    }
  }

  @Test(arguments: LayoutFixture.all)
  func `a frame in the window is the sum of the frames around it`(fixture: LayoutFixture) throws {
    let layout = fixture.layout(Self.drawings[1])
    func check(_ node: SceneNode, _ x: Double, _ y: Double) {
      guard let box = layout[node.id] else { return }
      #expect(
        abs(box.windowFrame.x - box.frame.x - x) < 0.001 && abs(box.windowFrame.y - box.frame.y - y) < 0.001,
        "\(node.id)")
      for child in node.children { check(child, box.windowFrame.x, box.windowFrame.y) }
    }
    check(fixture.scene.root, 0, 0)
  }

  @Test(
    arguments: LayoutFixture.all)
  func `each text is measured four times at most and each image once, and equal questions give equal layouts`(
    fixture: LayoutFixture
  ) throws {
    let counting = CountingMeasure(measure: Self.drawings[2])
    let layout = SceneLayout(fixture.scene, size: fixture.size, measure: counting)
    #expect(layout == fixture.layout(Self.drawings[2]))
    let nodes = fixture.scene.root.allNodes
    let strings = nodes.count { node in
      switch node.content {
      case .text, .icon: true
      default: false
      }
    }
    #expect(counting.texts <= 4 * strings)
    #expect(counting.images == nodes.count { if case .image = $0.content { true } else { false } })
  }

  @Test func `depth does not multiply the effort`() {
    var node = SceneNode.text("text", "some words in a box")
    for level in 0..<60 {
      let axes: [SceneNode.Stack.Axis] = [.vertical, .horizontal, .rowOrColumn]
      node = .stack(
        "\(level)", axes[level % 3], alignment: level % 2 == 0 ? .fill : .center,
        [node, .box("box-\(level)", 1, 1)])
      if level % 5 == 0 { node = .overlay("overlay-\(level)", [.scroll("scroll-\(level)", node)]) }
    }
    let counting = CountingMeasure(measure: MonospaceMeasure())
    _ = SceneLayout(.of(node), size: SceneSize(width: 390, height: 844), measure: counting)
    #expect(counting.texts <= 4)
  }

  @Test(
    arguments: PropertyCases.seeds(full: 300))
  func `every layout of any scene has finite frames without negative sizes, whatever numbers are in it`(
    seed: UInt64
  ) {
    var source = RandomLayoutScenes(seed: seed)
    let scene = source.scene()
    let sizes = [
      SceneSize(width: 390, height: 844), SceneSize(width: 390, height: 844), .zero,
      SceneSize(width: -1, height: .infinity),
    ]
    for (measure, size) in zip(Self.drawings, sizes) {
      let layout = SceneLayout(scene, size: size, measure: measure)
      for node in scene.root.allNodes {
        guard let box = layout[node.id] else { continue }
        for rect in [box.frame, box.windowFrame, box.content] {
          let isFinite = [rect.x, rect.y, rect.width, rect.height].allSatisfy { $0.isFinite }
          #expect(isFinite, "\(node.id) \(rect)")
          #expect(rect.width >= 0 && rect.height >= 0, "\(node.id) \(rect)")
        }
        if let size = box.scrolledSize {
          #expect(size.height >= box.frame.height && size.width == box.frame.width)
        }
      }
    }
  }
}

extension SceneRect {
  fileprivate func holds(_ other: SceneRect) -> Bool {
    other.x >= x - 0.01 && other.y >= y - 0.01 && other.maxX <= maxX + 0.01 && other.maxY <= maxY + 0.01
  }
}

/// Counts the questions.
private final class CountingMeasure: SceneMeasure {
  let measure: MonospaceMeasure
  private(set) var texts = 0
  private(set) var images = 0

  init(measure: MonospaceMeasure) { self.measure = measure }

  func size(of text: SceneNode.Text, maximumWidth: Double?) -> SceneSize {
    texts += 1
    return measure.size(of: text, maximumWidth: maximumWidth)
  }

  func naturalSize(ofImage url: String) -> SceneSize? {
    images += 1
    return measure.naturalSize(ofImage: url)
  }
}

/// Scenes of any shape, with numbers that no box can have.
private struct RandomLayoutScenes {
  private var random: SeededGenerator
  private var count = 0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func scene() -> MessageScene {
    let insets = Insets(top: length(), leading: length(), bottom: length(), trailing: length())
    let placement: MessageScene.Placement = random.element(of: [
      .fill, .top(insets: insets), .bottom(insets: insets), .center(insets: insets),
    ])
    return .of(node(depth: 0), placement, direction: random.oneIn(2) ? .leftToRight : .rightToLeft)
  }

  private mutating func node(depth: Int) -> SceneNode {
    count += 1
    let id = "\(count)"
    var node: SceneNode
    switch depth > 4 ? random.int(4...8) : random.int(0...8) {
    case 0, 1:
      let alignment: SceneNode.Stack.Alignment = random.element(of: [.leading, .center, .trailing, .fill])
      node = .stack(
        id, random.element(of: [.horizontal, .vertical, .rowOrColumn]), alignment: alignment,
        spacing: length(), children(depth))
    case 2: node = .overlay(id, children(depth))
    case 3: node = .scroll(id, self.node(depth: depth + 1))
    case 4:
      node = .text(
        id, random.element(of: ["", "word", "some words\nand more", "averyverylongword"]),
        maximumLines: random.oneIn(3) ? 1 : nil)
    case 5: node = .picture(id, fallback: random.oneIn(2) ? "lost" : nil)
    case 6: node = SceneNode(id: id, content: random.oneIn(2) ? .icon("ok") : .symbol(.close))
    case 7: node = SceneNode(id: id, content: .web(.init(page: "")))
    default: node = .space(id)
    }
    node.style = style()
    return random.oneIn(4) ? node.pressed() : node
  }

  private mutating func children(_ depth: Int) -> [SceneNode] {
    (0..<random.int(0...4)).map { _ in node(depth: depth + 1) }
  }

  private mutating func style() -> SceneNode.Style {
    var style = SceneNode.Style(
      padding: Insets(top: length(), leading: length()), grows: random.oneIn(3), keepsSize: random.oneIn(3))
    if random.oneIn(4) { style.border = .init(width: length(), color: SceneColor(argb: 0)) }
    for path in [\SceneNode.Style.width, \.height, \.minWidth, \.maxWidth, \.minHeight, \.maxHeight]
    where random.oneIn(4) {
      style[keyPath: path] = length()
    }
    if random.oneIn(2) {
      style.position = random.element(of: [.fill, .top, .bottom, .center, .topLeading, .topTrailing])
    }
    return style
  }

  private mutating func length() -> Double {
    random.element(of: [0, 0, 1, 8, 44, 120.5, 900, -4, .nan, .infinity, -.infinity, 1e300, 0.000_1])
  }
}
