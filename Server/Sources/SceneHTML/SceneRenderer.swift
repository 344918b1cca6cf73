// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletUI

/// Walks a scene once and writes its markup and rules.
struct SceneRenderer {
  let scene: MessageScene
  let isEmbedded: Bool
  let address: (String) -> String?
  let page: (String, SceneNode.Web) -> String?
  private(set) var html = ""
  private(set) var rules: [String] = []
  private(set) var nodeCount = 0
  /// The one radio button of the group around it that the Tab key reaches: the selected one, or the
  /// first.
  private var radioStop: String?

  init(
    scene: MessageScene, isEmbedded: Bool, address: @escaping (String) -> String?,
    page: @escaping (String, SceneNode.Web) -> String?
  ) {
    self.scene = scene
    self.isEmbedded = isEmbedded
    self.address = address
    self.page = page
  }

  mutating func render() -> RenderedScene {
    let accessibility = scene.accessibility
    html +=
      "<section class=\"scene\" data-scene=\"\(scene.id.htmlEscaped)\" data-kind=\"\(scene.kind.rawValue)\""
    html +=
      " data-placement=\"\(placementName)\" data-enter=\"\(name(of: scene.enter))\" data-leave=\"\(name(of: scene.leave))\""
    if let swipe = scene.swipe { html += " data-swipe=\"\(swipe.rawValue)\"" }
    if isEmbedded {
      html += (accessibility.isModal ? " data-modal" : "") + " role=\"group\""
    } else if accessibility.isModal {
      html += " data-modal role=\"dialog\" aria-modal=\"true\" tabindex=\"-1\""
    } else {
      // The script announces it when it appears; here it is a region that can be navigated to.
      html += " role=\"region\""
    }
    html += " aria-label=\"\(accessibility.label.htmlEscaped)\""
    if let focus = accessibility.initialFocus { html += " data-focus=\"\(focus.htmlEscaped)\"" }
    if let language = accessibility.language { html += " lang=\"\(language.htmlEscaped)\"" }
    html += " dir=\"\(scene.direction.rawValue)\">"
    if let backdrop = scene.backdrop {
      html += "<div class=\"scene-backdrop\"\(backdrop.dismissesOnTap ? " data-dismisses" : "")></div>"
      rules.append("\(scope) .scene-backdrop{background:\(CSSValue.color(backdrop.color))}")
    }
    html += "<div class=\"scene-stage\">"
    render(scene.root, inOverlay: false)
    html += "</div></section>"
    rules.append(
      "\(scope){--enter-ms:\(clamped(scene.enter.milliseconds))ms;--leave-ms:\(clamped(scene.leave.milliseconds))ms}"
    )
    if let insets = placementInsets { rules.append("\(scope) .scene-stage{\(CSSValue.padding(insets))}") }
    return RenderedScene(id: scene.id, html: html, css: rules.joined(separator: "\n"))
  }

  // MARK: - Nodes

  private mutating func render(_ node: SceneNode, inOverlay: Bool) {
    let number = nodeCount
    nodeCount += 1
    let tag = elementName(of: node)
    let outerStop = radioStop
    if node.accessibility.role == .choices { radioStop = node.radioStop }
    defer { radioStop = outerStop }
    html +=
      "<\(tag) class=\"\(classes(of: node, inOverlay: inOverlay))\" data-n=\"\(number)\" data-node=\"\(node.id.htmlEscaped)\""
    html += attributes(of: node, tag: tag)
    html += ">"
    rules.append("\(scope) [data-n=\"\(number)\"]{\(declarations(of: node))}")
    if case .image(let image) = node.content, let fallback = image.fallback {
      rules.append(
        "\(scope) [data-n=\"\(number)\"] .words,\(scope) .words[data-n=\"\(number)\"]{\(declarations(of: fallback))}"
      )
    }
    if let field = node.field {
      rules.append(
        "\(scope) [data-n=\"\(number)\"]::placeholder{color:\(CSSValue.color(field.placeholderColor))}")
    }
    renderContent(of: node)
    if tag != "img" { html += "</\(tag)>" }
  }

  private mutating func renderContent(of node: SceneNode) {
    switch node.content {
    case .stack(let stack): for child in stack.children { render(child, inOverlay: false) }
    case .overlay(let children): for child in children { render(child, inOverlay: true) }
    case .scroll(let child): render(child, inOverlay: false)
    case .text(let text):
      html +=
        text.maximumLines == nil
        ? text.string.htmlEscaped : "<span class=\"clamp\">\(text.string.htmlEscaped)</span>"
    case .icon(let symbol): html += symbol.htmlEscaped
    case .symbol(let symbol): html += SymbolDrawing.svg(symbol)
    case .image(let image):
      // A picture with an action is a button with the picture inside.
      if node.action != nil { html += "<img\(source(of: image)) alt=\"\">" }
    // The parser drops a line break at the start.
    case .field(let field): html += "\n" + field.text.htmlEscaped
    case .web, .spinner, .space: break
    }
  }

  /// The attributes of an image's source. They also tell the script which text to show if a redraw
  /// can no longer load the image, and whether to stop an animated picture.
  private func source(of image: SceneNode.Image) -> String {
    var text =
      " src=\"\((address(image.url) ?? ImageAddress.checked(image.url)).htmlEscaped)\" referrerpolicy=\"no-referrer\" draggable=\"false\""
    if let fallback = image.fallback { text += " data-fallback=\"\(fallback.string.htmlEscaped)\"" }
    if !image.animates, ImageAddress.mayMove(image.url) { text += " data-still" }
    return text
  }

  private func elementName(of node: SceneNode) -> String {
    if case .web = node.content { return "iframe" }
    if case .image = node.content, node.action == nil { return "img" }
    if case .field = node.content { return "textarea" }
    if node.action != nil { return containsBlocks(node) ? "div" : "button" }
    if case .text = node.content { return node.accessibility.role == .header ? "h2" : "p" }
    return "div"
  }

  /// A native button may contain only phrasing content, so anything with boxes inside is a `div`
  /// with the button's role.
  private func containsBlocks(_ node: SceneNode) -> Bool {
    switch node.content {
    case .stack, .overlay, .scroll: true
    case .text, .image, .icon, .symbol, .web, .field, .spinner, .space: false
    }
  }

  private func attributes(of node: SceneNode, tag: String) -> String {
    var text = ""
    let accessibility = node.accessibility
    switch tag {
    case "button": text += " type=\"button\"" + pressing(node, isButton: true)
    case "img": break
    case "iframe": text += " sandbox=\"allow-scripts\""
    default: if node.action != nil { text += pressing(node, isButton: false) }
    }
    if case .image(let image) = node.content, tag == "img" {
      let alternative = accessibility.isHidden ? "" : (accessibility.label ?? "").htmlEscaped
      return text + "\(source(of: image)) alt=\"\(alternative)\""
    }
    if case .web(let web) = node.content { return text + frame(node, web) }
    if case .field(let field) = node.content { text += attributes(of: field) }
    if case .scroll = node.content, node.action == nil { text += " tabindex=\"0\"" }
    if accessibility.isHidden || isMereSign(node) { text += " aria-hidden=\"true\"" }
    if let label = accessibility.label, !accessibility.isHidden {
      if node.action == nil, tag == "div" { text += " role=\"\(accessibility.role.ofBox)\"" }
      text += " aria-label=\"\(label.htmlEscaped)\""
      if let language = accessibility.language { text += " lang=\"\(language.htmlEscaped)\"" }
    }
    if let state = accessibility.state, !accessibility.isHidden {
      text += attributes(of: state, accessibility)
    }
    return text
  }

  /// The attributes of something that can be pressed. One that is disabled stays where it is for
  /// the keyboard, and reports nothing.
  private func pressing(_ node: SceneNode, isButton: Bool) -> String {
    let role = node.accessibility.role.ofControl
    var text = isButton && role == "button" ? "" : " role=\"\(role)\""
    let isStop = node.accessibility.role != .radio || radioStop == nil || radioStop == node.id
    if !isButton || !isStop { text += " tabindex=\"\(isStop ? 0 : -1)\"" }
    return text + (node.isPressable ? " data-action" : "")
  }

  private func attributes(of field: SceneNode.Field) -> String {
    var text = " maxlength=\"\(max(0, field.maximumLength))\" autocomplete=\"off\""
    if !field.placeholder.isEmpty { text += " placeholder=\"\(field.placeholder.htmlEscaped)\"" }
    return text
  }

  private func attributes(of state: SceneNode.Accessibility.State, _ accessibility: SceneNode.Accessibility)
    -> String
  {
    var text = ""
    if [.radio, .checkbox].contains(accessibility.role) { text += " aria-checked=\"\(state.isSelected)\"" }
    if state.isDisabled { text += " aria-disabled=\"true\"" }
    if state.isRequired, [.choices, .textbox].contains(accessibility.role) {
      text += " aria-required=\"true\""
    }
    if let progress = state.progress {
      text += " aria-valuemin=\"0\" aria-valuemax=\"\(progress.count)\" aria-valuenow=\"\(progress.number)\""
    }
    return text
  }

  /// The page has an address of its own, so that neither the policy nor the origin of the
  /// surrounding page applies to it.
  private func frame(_ node: SceneNode, _ web: SceneNode.Web) -> String {
    var text =
      " title=\"\((node.accessibility.label ?? scene.accessibility.label).htmlEscaped)\" allow=\"\" referrerpolicy=\"no-referrer\""
    text += " data-limits=\"\(PageDocument.json(PageLimits()).htmlEscaped)\""
    let losses = Dictionary(uniqueKeysWithValues: PageLoss.allCases.map { ($0.rawValue, $0.words) })
    text += " data-losses=\"\(PageDocument.json(losses).htmlEscaped)\""
    text += " data-surroundings=\"\(PageDocument.json(web.surroundings).htmlEscaped)\""
    if let source = page(node.id, web) { text += " src=\"\(source.htmlEscaped)\"" }
    return text
  }

  /// Whether the node is an icon without a label, which is hidden from screen readers. A node that
  /// can be pressed is never hidden.
  private func isMereSign(_ node: SceneNode) -> Bool {
    if case .icon = node.content { node.accessibility.label == nil && node.action == nil } else { false }
  }

  private func classes(of node: SceneNode, inOverlay: Bool) -> String {
    var names: [String]
    switch node.content {
    case .stack(let stack):
      switch stack.axis {
      case .horizontal: names = ["row"]
      case .vertical: names = ["column"]
      case .rowOrColumn: names = ["row", "wraps"]
      }
      names.append("align-\(stack.alignment.rawValue)")
    case .overlay: names = ["overlay"]
    case .scroll: names = ["scrolls"]
    case .text: names = ["text"]
    case .image(let image): names = ["image", "fit-\(image.fit.rawValue)"]
    case .icon: names = ["icon"]
    case .symbol: names = ["symbol"]
    case .web: names = ["web"]
    case .field: names = ["field"]
    case .spinner: names = ["spinner"]
    case .space: names = ["space"]
    }
    if node.style.grows { names.append("grows") }
    if node.style.keepsSize { names.append("keeps") }
    if isSmooth(node.style) { names.append("smooth") }
    if inOverlay { names.append("at-\((node.style.position ?? .fill).rawValue.replacing("_", with: "-"))") }
    return names.joined(separator: " ")
  }

  // MARK: - Rules

  private func declarations(of node: SceneNode) -> String {
    let style = node.style
    var list: [String] = []
    if style.padding != .zero { list.append(CSSValue.padding(style.padding)) }
    if let foreground = style.foreground { list.append("color:\(CSSValue.color(foreground))") }
    if let background = style.background { list.append("background:\(CSSValue.color(background))") }
    if style.cornerRadius > 0 { list.append("border-radius:\(radius(of: style))") }
    if let border = style.border {
      list.append("border:\(CSSValue.points(border.width)) solid \(CSSValue.color(border.color))")
    }
    if let shadow = style.shadow {
      let offsets =
        "\(CSSValue.points(shadow.x)) \(CSSValue.points(shadow.y)) \(CSSValue.points(shadow.radius))"
      list.append("box-shadow:\(offsets) \(CSSValue.color(shadow.color))")
    }
    let sizes: [(String, Double?)] = [
      ("width", style.width), ("height", style.height), ("min-width", style.minWidth),
      ("max-width", style.maxWidth),
      ("min-height", style.minHeight), ("max-height", style.maxHeight),
    ]
    for (property, value) in sizes {
      if let value { list.append("\(property):\(CSSValue.points(value))") }
    }
    switch node.content {
    case .stack(let stack): list.append("gap:\(CSSValue.points(stack.spacing))")
    case .text(let text):
      list.append(declarations(of: text))
      if let lines = text.maximumLines { list.append("--lines:\(max(1, lines))") }
    case .icon: if let text = node.iconText { list.append("font-size:\(CSSValue.points(text.font.size))") }
    case .field(let field):
      list.append("\(declarations(of: field.font));color:\(CSSValue.color(field.color))")
    case .overlay, .scroll, .image, .symbol, .web, .spinner, .space: break
    }
    return list.joined(separator: ";")
  }

  /// A continuous curve begins further from the corner. The shared rules say how far, and whether
  /// this browser can draw it.
  private func radius(of style: SceneNode.Style) -> String {
    let points = CSSValue.points(style.cornerRadius)
    return isSmooth(style) ? "calc(\(points)*var(--corner-reach,1))" : points
  }

  /// Two corners without room for such curves form a half circle, as on devices. A node with a
  /// minimum size is usually larger, unless that size makes it a half circle.
  private func isSmooth(_ style: SceneNode.Style) -> Bool {
    guard style.cornerCurve == .continuous, style.cornerRadius > 0 else { return false }
    let sides = [style.width, style.height].compactMap(\.self)
    let leastSides = [style.minWidth, style.minHeight].compactMap(\.self)
    return sides.allSatisfy { $0 >= 2 * Self.cornerReach * style.cornerRadius }
      && leastSides.allSatisfy { $0 > 2 * style.cornerRadius }
  }

  /// The reach of a continuous curve in multiples of the radius, as in `scene.css`.
  private static let cornerReach = 1.53

  private func declarations(of text: SceneNode.Text) -> String {
    "\(declarations(of: text.font));color:\(CSSValue.color(text.color));text-align:\(alignment(text.alignment))"
  }

  private func declarations(of font: SceneFont) -> String {
    "font-size:\(CSSValue.points(font.size));line-height:\(CSSValue.points(font.lineHeight));font-weight:\(font.weight.rawValue)"
  }

  private func alignment(_ alignment: SceneNode.Text.Alignment) -> String {
    switch alignment {
    case .leading: "start"
    case .center: "center"
    case .trailing: "end"
    }
  }

  /// A selector for this scene only. Every character of the id other than a plain letter, digit,
  /// hyphen or underscore is escaped by its number, so that none can end the selector or the
  /// element that contains the rules.
  private var scope: String {
    var quoted = ""
    for scalar in scene.id.unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", "-", "_": quoted.unicodeScalars.append(scalar)
      // The same as in the attribute.
      case "\0": quoted += "\\fffd "
      default: quoted += "\\" + String(scalar.value, radix: 16) + " "
      }
    }
    return ".scene[data-scene=\"\(quoted)\"]"
  }

  private var placementName: String {
    switch scene.placement {
    case .top: "top"
    case .bottom: "bottom"
    case .center: "center"
    case .fill: "fill"
    }
  }

  private var placementInsets: Insets? {
    switch scene.placement {
    case .top(let insets), .bottom(let insets), .center(let insets): insets
    case .fill: nil
    }
  }

  private func name(of transition: MessageScene.Transition) -> String {
    switch transition.style {
    case .none: "none"
    case .fade: "fade"
    case .slide(let edge): "slide-\(edge.rawValue)"
    }
  }

  private func clamped(_ milliseconds: Int) -> Int { min(max(milliseconds, 0), 1_000) }
}

extension SceneNode {
  /// The id of the radio button in this group that the Tab key reaches.
  fileprivate var radioStop: String? {
    let radios = allNodes.filter { $0.accessibility.role == .radio && $0.action != nil }
    return (radios.first { $0.accessibility.state?.isSelected == true } ?? radios.first)?.id
  }
}

extension SceneNode.Accessibility.Role {
  /// The role of something that can be pressed, as browsers call it.
  fileprivate var ofControl: String {
    switch self {
    case .link: "link"
    case .radio: "radio"
    case .checkbox: "checkbox"
    case .none, .button, .image, .header, .text, .choices, .group, .textbox, .progress: "button"
    }
  }

  /// The role of a box with a name that cannot be pressed.
  fileprivate var ofBox: String {
    switch self {
    case .image: "img"
    case .choices: "radiogroup"
    case .progress: "progressbar"
    case .none, .button, .link, .header, .text, .radio, .checkbox, .group, .textbox: "group"
    }
  }
}
