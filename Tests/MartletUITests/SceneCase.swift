// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletKit
import Testing

@testable import MartletUI

/// One message in one pair of surroundings.
struct SceneCase: Sendable, CustomTestStringConvertible {
  enum Window: String, CaseIterable, Sendable {
    case smallPhone = "320x568"
    case phone = "390x844"
    case phoneLandscape = "844x390"
    case tablet = "1180x820"
    case tabletUpright = "820x1180"
  }

  enum Content: String, CaseIterable, Sendable {
    case slideup, slideupImage = "slideup-image"
    case slideupIcon = "slideup-icon"
    case modal, modalButtons = "modal-buttons"
    case modalImageButtons = "modal-image-buttons"
    case modalIcon = "modal-icon"
    case modalImageOnly = "modal-image-only"
    case imageModal = "image-modal", imageModalButtons = "image-modal-buttons"
    case full, fullButtons = "full-buttons"
    case fullWordless = "full-wordless"
    case fullImage = "full-image", fullImageButtons = "full-image-buttons"
    case page
    /// One that has not said that it offers a way to close.
    case pageClosedFromOutside = "page-closed-from-outside"

    /// The kinds that were there first, whose scenes lie in files of their own.
    static let single: [Content] = [
      .slideup, .slideupImage, .slideupIcon, .modal, .modalButtons, .modalImageButtons, .modalIcon,
      .modalImageOnly,
    ]
    /// One for each kind that is drawn natively, with as much on it as it can have.
    static let richest: [Content] = [
      .slideupImage, .modalImageButtons, .imageModalButtons, .fullButtons, .fullImageButtons,
    ]
    /// All that the page itself does not draw.
    static let native = allCases.filter { !pages.contains($0) }
    static let pages: [Content] = [.page, .pageClosedFromOutside]
  }

  var content: Content
  var window: Window
  var scheme = SceneTraits.Scheme.light
  var textScale = 1.0
  var direction = MessageScene.LayoutDirection.leftToRight
  var reduceMotion = false
  var reduceTransparency = false
  var increaseContrast = false
  var keyboardHeight = 0.0

  var testDescription: String { name }

  var name: String {
    var parts = [content.rawValue, window.rawValue, scheme.rawValue]
    if textScale != 1 { parts.append("text-\(textScale)") }
    if direction == .rightToLeft { parts.append("rtl") }
    if reduceMotion { parts.append("calm") }
    if reduceTransparency { parts.append("opaque") }
    if increaseContrast { parts.append("contrast") }
    if keyboardHeight > 0 { parts.append("keyboard") }
    return parts.joined(separator: "_")
  }

  var traits: SceneTraits {
    let (size, horizontal, vertical, safeArea):
      ((Double, Double), SceneTraits.SizeClass, SceneTraits.SizeClass, Insets) =
        switch window {
        case .smallPhone: ((320, 568), .compact, .regular, Insets(top: 20))
        case .phone: ((390, 844), .compact, .regular, Insets(top: 47, bottom: 34))
        case .phoneLandscape: ((844, 390), .compact, .compact, Insets(leading: 47, bottom: 21, trailing: 47))
        case .tablet: ((1_180, 820), .regular, .regular, Insets(top: 24, bottom: 20))
        case .tabletUpright: ((820, 1_180), .regular, .regular, Insets(top: 24, bottom: 20))
        }
    return SceneTraits(
      width: size.0, height: size.1, scheme: scheme, horizontalSizeClass: horizontal,
      verticalSizeClass: vertical, textScale: textScale,
      direction: direction, reduceMotion: reduceMotion, reduceTransparency: reduceTransparency,
      increaseContrast: increaseContrast,
      safeArea: safeArea, keyboardHeight: keyboardHeight)
  }

  @MainActor
  var scene: MessageScene? { view.scene(id: "scene-1", traits: traits, statusBar: .auto) }

  @MainActor
  var view: MessageSceneView {
    let view = InAppMessageUI.view(for: message) ?? MessageSceneView(message: message)
    (view as? InAppMessageUI.HtmlView)?.showsCloseControl = content == .pageClosedFromOutside
    return view
  }

  var message: Martlet.InAppMessage {
    let image = URL(string: "https://assets.example/autumn.png")!
    let link = Martlet.InAppMessage.ClickAction.url(URL(string: "https://shop.example")!, useWebView: false)
    let text = "The new colours have arrived, and the first hundred orders travel free of charge."
    let buttons: [Martlet.InAppMessage.Button] = [
      .init(id: 0, text: "Not now", clickAction: .none, themes: .secondary),
      .init(id: 1, text: "See them", clickAction: link),
    ]
    switch content {
    case .slideup: return .slideup(.init(message: text))
    case .slideupImage:
      return .slideup(
        .init(
          data: .init(clickAction: link), graphic: .image(image), imageAltText: "A red maple leaf",
          message: text, slideFrom: .top))
    case .slideupIcon:
      return .slideup(
        .init(data: .init(clickAction: link), graphic: .icon("\u{2605}"), language: "de", message: text))
    case .modal: return .modal(.init(language: "es", header: "Autumn is here", message: text))
    case .modalButtons:
      return .modal(
        .init(
          header: "Autumn is here", headerTextAlignment: .leading, message: text,
          messageTextAlignment: .leading, buttons: buttons))
    case .modalImageButtons:
      return .modal(
        .init(
          graphic: .image(image), imageAltText: "A red maple leaf", header: "Autumn is here", message: text,
          buttons: buttons))
    case .modalIcon:
      return .modal(.init(data: .init(clickAction: link), graphic: .icon("\u{2605}"), message: text))
    case .modalImageOnly: return .modal(.init(graphic: .image(image)))
    case .imageModal:
      return .modalImage(
        .init(data: .init(clickAction: link), imageURL: image, imageAltText: "Autumn sale, all at half"))
    case .imageModalButtons:
      return .modalImage(
        .init(imageURL: image, imageAltText: "Autumn sale, all at half", language: "fr", buttons: buttons))
    case .full:
      return .full(
        .init(data: .init(clickAction: link), imageURL: image, header: "Autumn is here", message: text))
    case .fullButtons:
      return .full(
        .init(
          imageURL: image, imageAltText: "A red maple leaf", header: "Autumn is here",
          headerTextAlignment: .leading, message: text,
          messageTextAlignment: .leading, buttons: buttons))
    case .fullWordless: return .full(.init(imageURL: image))
    case .fullImage: return .fullImage(.init(imageURL: image))
    case .fullImageButtons:
      return .fullImage(.init(imageURL: image, imageAltText: "Autumn sale, all at half", buttons: buttons))
    case .page, .pageClosedFromOutside:
      return .html(
        .init(
          message: "<!doctype html><title>Which colour?</title><p>Red or blue?",
          baseURL: URL(string: "https://assets.example/colours/"),
          bridge: .init(
            capabilities: [.customEvent, .attributes], names: ["shopBridge"],
            readyEvents: ["shop.BridgeReady"])))
    }
  }

  /// Every combination for one content in one window.
  static func all(of content: Content, in window: Window) -> [SceneCase] {
    [SceneTraits.Scheme.light, .dark].flatMap { scheme in
      [0.8, 1, 1.35, 3.2].flatMap { scale in
        [MessageScene.LayoutDirection.leftToRight, .rightToLeft].flatMap { direction in
          [(0.0, false), (291, false), (0, true)].map { keyboard, isStrong in
            SceneCase(
              content: content, window: window, scheme: scheme, textScale: scale, direction: direction,
              reduceMotion: keyboard > 0,
              reduceTransparency: isStrong, increaseContrast: isStrong, keyboardHeight: keyboard)
          }
        }
      }
    }
  }

  /// A few of each, so that every value of every trait is in some file.
  static let golden: [SceneCase] = Content.single.flatMap { content in
    [
      SceneCase(content: content, window: .phone),
      SceneCase(content: content, window: .phone, scheme: .dark, direction: .rightToLeft),
      SceneCase(content: content, window: .smallPhone, textScale: 3.2, reduceMotion: true),
      SceneCase(content: content, window: .phoneLandscape, scheme: .dark),
      SceneCase(content: content, window: .tablet, textScale: 1.35),
      SceneCase(content: content, window: .phone, keyboardHeight: 291),
    ]
  }

  /// Each scheme, window, text size and direction, and the strong colours once in each scheme.
  static func matrix(of content: Content) -> [SceneCase] {
    let usual = [SceneTraits.Scheme.light, .dark].flatMap { scheme in
      [Window.phone, .phoneLandscape, .tablet].flatMap { window in
        [1, 3.2].flatMap { scale in
          [MessageScene.LayoutDirection.leftToRight, .rightToLeft].map { direction in
            SceneCase(
              content: content, window: window, scheme: scheme, textScale: scale, direction: direction)
          }
        }
      }
    }
    let strong = [SceneTraits.Scheme.light, .dark].map { scheme in
      SceneCase(
        content: content, window: .phone, scheme: scheme, reduceTransparency: true, increaseContrast: true)
    }
    return usual + strong
  }
}
