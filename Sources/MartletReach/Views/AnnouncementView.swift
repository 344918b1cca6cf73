// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
package import MartletKit
public import MartletUI

extension Reach {
  /// Draws an announcement: a title bar, a text that scrolls or a page, and a bar with up to two
  /// buttons. What is empty is not there.
  ///
  /// The buttons have the actions `button(id: "action")` and `button(id: "exit")`, and the close
  /// control has `close`. A text without an exit button has a close control. A page without buttons
  /// closes itself; if it does not declare that, set `showsCloseControl`.
  public struct AnnouncementView: Hashable, Sendable {
    public var announcement: Announcement
    public var attributes: SheetAttributes
    /// Whether a page has the SDK's close control.
    public var showsCloseControl: Bool
    /// The files on the device that a page uses.
    package var localAssets = Martlet.LocalAssets()

    public init(
      announcement: Announcement, attributes: SheetAttributes = SheetAttributes(),
      showsCloseControl: Bool = false
    ) {
      self.announcement = announcement
      self.attributes = attributes
      self.showsCloseControl = showsCloseControl
    }

    /// What the person wants.
    public enum Choice: String, Hashable, Sendable, CaseIterable {
      case action, exit
    }

    /// What an event of the scene means. nil: nothing that ends the announcement.
    public func choice(for event: SceneEvent, in scene: MessageScene) -> Choice? {
      switch event {
      case .pressed(let nodeID):
        guard let node = scene.root.node(nodeID), node.isPressable else { return nil }
        switch node.action {
        case .close?: return .exit
        case .button(let id)?: return Choice(rawValue: id)
        default: return nil
        }
      case .escaped: return .exit
      default: return nil
      }
    }

    /// Creates the scene for these device settings. nil if there is no page.
    public func makeScene(id: String, traits: SceneTraits) -> MessageScene? {
      let sheet = Sheet(
        attributes: attributes, themes: announcement.themes, language: announcement.language, traits: traits)
      switch announcement.kind {
      case .text: return text(id, sheet)
      case .html: return page(id, sheet, traits)
      }
    }

    private func buttons(_ sheet: Sheet) -> [SceneNode] {
      let exit =
        announcement.exitLabel.isEmpty
        ? nil
        : sheet.button("exit", announcement.exitLabel, .button(id: Choice.exit.rawValue), isPrimary: false)
      let action =
        announcement.actionLabel.isEmpty
        ? nil
        : sheet.button(
          "action", announcement.actionLabel, .button(id: Choice.action.rawValue), isPrimary: true)
      return [exit, action].compactMap(\.self)
    }

    private func text(_ id: String, _ sheet: Sheet) -> MessageScene {
      var contents = Sheet.Contents(title: announcement.title, buttons: buttons(sheet))
      if !announcement.body.isEmpty {
        contents.body = [sheet.text("text", announcement.body, attributes.textFont, sheet.palette.text)]
      }
      if announcement.exitLabel.isEmpty { contents.closeLabel = sheet.word(.close) }
      let label = announcement.title.isEmpty ? announcement.body : announcement.title
      return sheet.scene(
        id: id, kind: .announcement, label: label,
        initialFocus: announcement.title.isEmpty ? "text" : "title", contents)
    }

    private func page(_ id: String, _ sheet: Sheet, _ traits: SceneTraits) -> MessageScene? {
      let buttons = buttons(sheet)
      // Where a bar is, the page need not keep clear of the edge.
      var safeArea = traits.safeArea
      if sheet.isCard { safeArea = .zero }
      if !announcement.title.isEmpty { safeArea.top = 0 }
      safeArea.bottom = buttons.isEmpty ? max(0, safeArea.bottom - traits.keyboardHeight) : 0
      let web = SceneNode.Web(
        page: announcement.body, baseURL: nil, local: localAssets, bridge: announcement.bridge,
        surroundings: .init(traits, safeArea: safeArea))
      guard let web else { return nil }
      let label =
        announcement.title.isEmpty
        ? PageTitle.text(of: announcement.body) ?? sheet.word(.message) : announcement.title
      guard !announcement.title.isEmpty || !buttons.isEmpty else {
        return screen(id, web, label: label, traits)
      }
      let contents = Sheet.Contents(
        title: announcement.title, web: web, buttons: buttons,
        closeLabel: showsCloseControl ? sheet.word(.close) : nil)
      return sheet.scene(
        id: id, kind: .announcement, label: label,
        initialFocus: announcement.title.isEmpty ? "page" : "title", contents)
    }

    /// The page over the whole screen, as messages with a page are.
    private func screen(_ id: String, _ web: SceneNode.Web, label: String, _ traits: SceneTraits)
      -> MessageScene
    {
      var layers = [
        SceneNode(
          id: "page", content: .web(web), style: .init(position: .fill), accessibility: .init(role: .none))
      ]
      if showsCloseControl { layers.append(.pageCloseControl(traits)) }
      return MessageScene(
        id: id, kind: .announcement, placement: .fill,
        root: SceneNode(
          id: "screen", content: .overlay(layers),
          style: .init(padding: Insets(bottom: max(0, traits.keyboardHeight)), grows: true)),
        enter: .of(.slide(.bottom), milliseconds: 250, isAnimated: true, traits: traits),
        leave: .of(.slide(.bottom), milliseconds: 200, isAnimated: true, traits: traits),
        accessibility: .init(
          label: label, isModal: true, initialFocus: "page", language: announcement.language),
        direction: traits.direction)
    }
  }
}
