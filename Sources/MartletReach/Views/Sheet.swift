// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit
import MartletUI

/// The frame of announcements and surveys: a title bar, content that scrolls or is a page, and a
/// bar with buttons. It fills small screens, and is a card on large ones.
struct Sheet {
  let attributes: Reach.SheetAttributes
  let traits: SceneTraits
  let language: String?
  let palette: ScenePalette
  /// What stands out: the primary button, and what is selected.
  let accent: SceneColor
  let onAccent: SceneColor
  let isCard: Bool
  let room: SceneRoom
  private let buttonThemes:
    (primary: Martlet.InAppMessage.ButtonTheme, secondary: Martlet.InAppMessage.ButtonTheme)

  /// Longer lines are tiring to read, at the default text size.
  private static let readingWidth: Double = 640

  init(
    attributes: Reach.SheetAttributes, themes: Martlet.InAppMessage.Themes, language: String?,
    traits: SceneTraits
  ) {
    self.attributes = attributes
    self.traits = traits
    self.language = language
    isCard = InAppMessageUI.DisplayMode(preferred: attributes.preferredDisplayMode, traits: traits) == .modal
    room = SceneRoom(traits: traits, margin: isCard ? attributes.margin : .zero)
    let theme = themes.theme(for: traits.scheme)
    palette = ScenePalette(theme: theme, traits: traits)
    let isDark = traits.scheme == .dark && themes.dark != nil
    let strong = Martlet.InAppMessage.Color(
      rawValue: palette.iconBackground.withAlpha(0xFF).reaching(4.5, on: palette.background.withAlpha(0xFF))
        .argb)
    let primary = Martlet.InAppMessage.ButtonTheme(
      textColor: .init(rawValue: SceneColor(theme.iconColor).reaching(4.5, on: SceneColor(strong)).argb),
      borderColor: strong,
      backgroundColor: strong)
    var secondary: Martlet.InAppMessage.ButtonTheme = isDark ? .secondaryDark : .secondary
    secondary.textColor = strong
    secondary.backgroundColor = theme.backgroundColor
    buttonThemes = (primary, secondary)
    let drawn = palette.button(primary, borderWidth: 0)
    (accent, onAccent) = (drawn.background, drawn.text)
  }

  func word(_ word: BuiltInWords) -> String { word.text(message: language, person: traits.language) }

  // MARK: - Measures

  /// In little space, or with large text, bars that stay would leave no space for the rest, so
  /// everything scrolls together.
  var pinsBars: Bool { !room.hasLargeText && room.height >= 280 }
  /// On a screen that lies, the title scrolls with the content.
  private var pinsTitle: Bool { pinsBars && room.height >= 480 }

  private var width: Double {
    isCard ? min(room.width, attributes.maxWidth.value(for: traits)) : traits.width
  }

  /// The padding on both sides, which keeps clear of notches and long lines.
  private var sides: Insets {
    var padding = attributes.padding
    if room.stacksVertically {
      (padding.leading, padding.trailing) = (min(padding.leading, 16), min(padding.trailing, 16))
    }
    guard !isCard else { return Insets(leading: padding.leading, trailing: padding.trailing) }
    let spare = max(0, traits.width - Self.readingWidth * max(1, room.textScale)) / 2
    return Insets(
      leading: padding.leading + max(room.insets.leading, spare),
      trailing: padding.trailing + max(room.insets.trailing, spare))
  }

  /// The width between the sides.
  var contentWidth: Double { max(0, width - sides.leading - sides.trailing) }

  private var topInset: Double { isCard ? 0 : room.insets.top }
  private var bottomInset: Double { isCard ? 0 : room.insets.bottom }

  // MARK: - The scene

  /// What is on a sheet.
  struct Contents {
    var title = ""
    /// Below the title, without scrolling away.
    var head: [SceneNode] = []
    var body: [SceneNode] = []
    /// Names the body. Another one begins at the top, although the scene is the same.
    var bodyID = "all"
    /// Instead of the body, for a page.
    var web: SceneNode.Web?
    /// Their order is that of the bar. Empty: no bar.
    var buttons: [SceneNode] = []
    /// nil: no close control.
    var closeLabel: String?
    /// Whether a card has its height also with little content, so that it does not jump when the
    /// content changes.
    var keepsHeight = false
  }

  func scene(id: String, kind: MessageScene.Kind, label: String, initialFocus: String, _ contents: Contents)
    -> MessageScene
  {
    let style: MessageScene.Transition.Style = isCard ? .fade : .slide(.bottom)
    return MessageScene(
      id: id, kind: kind, placement: isCard ? .center(insets: room.insets) : .fill,
      backdrop: .init(color: palette.frame, dismissesOnTap: false), root: card(contents),
      enter: .of(style, milliseconds: isCard ? 200 : 250, isAnimated: true, traits: traits),
      leave: .of(style, milliseconds: isCard ? 160 : 200, isAnimated: true, traits: traits),
      accessibility: .init(label: label, isModal: true, initialFocus: initialFocus, language: language),
      direction: traits.direction)
  }

  private func card(_ contents: Contents) -> SceneNode {
    var layers = [column(contents)]
    if let label = contents.closeLabel { layers.append(close(label)) }
    var style = SceneNode.Style(background: palette.background, width: width)
    if isCard {
      let height = min(room.height, attributes.maxHeight.value(for: traits))
      (style.cornerRadius, style.cornerCurve, style.shadow) = (
        attributes.cornerRadius, attributes.cornerCurve.drawn, attributes.shadow
      )
      (style.border, style.minHeight, style.maxHeight) = (
        palette.edge, min(SceneNode.minimumTarget, room.height), height
      )
      if contents.web != nil { style.height = height }
      if contents.keepsHeight { style.height = min(height, Self.keptHeight) }
    } else {
      style.height = traits.height
    }
    return SceneNode(id: "card", content: .overlay(layers), style: style)
  }

  private func column(_ contents: Contents) -> SceneNode {
    let top = titleBar(contents)
    let bar = buttonBar(contents.buttons)
    let body = contents.body.isEmpty ? nil : self.body(contents, isFirst: top == nil, isLast: bar == nil)
    if let web = contents.web {
      let page = SceneNode(
        id: "page", content: .web(web), style: .init(grows: true), accessibility: .init(role: .none))
      let foot = bar == nil && bottomInset > 0 ? traits.keyboardHeight : 0
      return .column(
        "content", [top, page, bar].compactMap(\.self),
        style: .init(padding: Insets(bottom: foot), position: .fill))
    }
    let fills = !isCard || contents.keepsHeight
    guard pinsBars else {
      let all = SceneNode.column("sections", [top, body, bar].compactMap(\.self))
      return .column(
        "content",
        [SceneNode(id: "scroll-\(contents.bodyID)", content: .scroll(all), style: .init(grows: fills))],
        style: .init(position: .fill))
    }
    guard pinsTitle else {
      let all = SceneNode.column("sections", [top, body].compactMap(\.self))
      let scroll = SceneNode(
        id: "scroll-\(contents.bodyID)", content: .scroll(all), style: .init(grows: fills))
      return .column("content", [scroll, bar].compactMap(\.self), style: .init(position: .fill))
    }
    let scroll = body.map {
      SceneNode(id: "scroll-\(contents.bodyID)", content: .scroll($0), style: .init(grows: fills))
    }
    return .column("content", [top, scroll, bar].compactMap(\.self), style: .init(position: .fill))
  }

  private func body(_ contents: Contents, isFirst: Bool, isLast: Bool) -> SceneNode {
    var padding = sides
    padding.top =
      isFirst
      ? topInset + (contents.closeLabel == nil ? attributes.padding.top : SceneNode.minimumTarget + 8) : 8
    padding.bottom = isLast ? bottomInset + attributes.padding.bottom : 8
    return .column("body", contents.body, spacing: attributes.spacing, style: .init(padding: padding))
  }

  /// The title, and what stays with it. nil if there is neither.
  private func titleBar(_ contents: Contents) -> SceneNode? {
    var children: [SceneNode] = []
    if !contents.title.isEmpty {
      let clear = contents.closeLabel == nil || room.hasLargeText ? 0 : SceneNode.minimumTarget
      children.append(
        text(
          "title", contents.title, attributes.titleFont, palette.header, role: .header,
          style: .init(padding: Insets(trailing: clear))))
    }
    children += contents.head
    guard !children.isEmpty else { return nil }
    var padding = sides
    let needsRoom = contents.closeLabel != nil && (contents.title.isEmpty || room.hasLargeText)
    // The middle of a title of one line is that of the close control.
    padding.top = topInset + (needsRoom ? SceneNode.minimumTarget + 4 : Self.titleTop)
    padding.bottom = 8
    return .column("title-bar", children, spacing: 8, style: .init(padding: padding, keepsSize: true))
  }

  private func buttonBar(_ buttons: [SceneNode]) -> SceneNode? {
    guard !buttons.isEmpty else { return nil }
    var padding = sides
    padding.top = 8
    padding.bottom = bottomInset + (bottomInset > 0 ? 12 : attributes.padding.bottom)
    return SceneNode(
      id: "buttons",
      content: .stack(
        .init(
          axis: room.stacksVertically ? .vertical : .rowOrColumn,
          spacing: attributes.buttonsAttributes.spacing, alignment: .fill,
          children: buttons)),
      style: .init(padding: padding, keepsSize: true))
  }

  private static let titleTop: Double = 12
  private static let keptHeight: Double = 520

  private func close(_ label: String) -> SceneNode {
    let close = SceneNode.closeControl(
      palette.close, on: palette.disc, border: palette.discEdge, label: label)
    let place = Insets(top: topInset + 4, trailing: (isCard ? 0 : room.insets.trailing) + 4)
    return .column("close-place", [close], style: .init(padding: place, position: .topTrailing))
  }

  // MARK: - Parts

  func text(
    _ id: String, _ string: String, _ font: InAppMessageUI.TextStyle, _ color: SceneColor,
    role: SceneNode.Accessibility.Role = .text,
    alignment: SceneNode.Text.Alignment = .leading, style: SceneNode.Style = .init()
  ) -> SceneNode {
    SceneNode(
      id: id,
      content: .text(
        .init(string: string, font: font.font(scale: room.textScale), color: color, alignment: alignment)),
      style: style, accessibility: .init(role: role))
  }

  /// A button of the bar. One that is disabled stays where it is, and says so.
  func button(
    _ id: String, _ title: String, _ action: SceneNode.Action, isPrimary: Bool, isDisabled: Bool = false
  ) -> SceneNode {
    let look = attributes.buttonsAttributes
    var colors = palette.button(
      isPrimary ? buttonThemes.primary : buttonThemes.secondary, borderWidth: look.borderWidth)
    if isDisabled {
      colors.background = palette.background.mixed(with: palette.text, eighths: 1)
      colors.text = palette.close.reaching(traits.increaseContrast ? 7 : 4.5, on: colors.background)
      colors.border = traits.increaseContrast ? colors.border : nil
    }
    let label = SceneNode(
      id: "\(id)-title",
      content: .text(
        .init(
          string: title, font: look.font.font(scale: room.textScale), color: colors.text, alignment: .center,
          maximumLines: room.hasLargeText ? nil : 2)),
      style: .init(grows: true))
    return SceneNode(
      id: id, content: .stack(.init(axis: .horizontal, spacing: 0, alignment: .center, children: [label])),
      style: .init(
        padding: look.padding, background: colors.background, cornerRadius: look.cornerRadius,
        cornerCurve: look.cornerCurve.drawn,
        border: colors.border, minWidth: max(look.minWidth, SceneNode.minimumTarget),
        minHeight: SceneNode.minimumTarget, grows: true),
      action: action,
      accessibility: .init(
        role: .button, label: title, language: look.language,
        state: isDisabled ? .init(isDisabled: true) : nil))
  }
}
