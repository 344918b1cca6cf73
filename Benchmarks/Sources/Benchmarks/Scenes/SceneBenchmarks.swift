// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletKit
import MartletUI
import SceneHTML

/// What it costs to make the scene of a message and, in a browser, its markup: once when it is
/// shown, and again whenever its surroundings change.
@MainActor
enum SceneBenchmarks {
  /// Goals in time, not ratios to something else: beside a frame of 8 ms a scene must not count.
  private static let goal = Duration.microseconds(50)
  /// A scene's markup is written for each viewer of a device.
  private static let markupGoal = Duration.microseconds(200)

  static let surroundings: [(String, SceneTraits)] = [
    ("phone", SceneTraits(width: 390, height: 844, safeArea: Insets(top: 47, bottom: 34))),
    (
      "phone, text 3.2 times, more contrast",
      SceneTraits(width: 390, height: 844, textScale: 3.2, reduceTransparency: true, increaseContrast: true)
    ),
    (
      "tablet",
      SceneTraits(width: 1_180, height: 820, horizontalSizeClass: .regular, verticalSizeClass: .regular)
    ),
  ]

  static func run(_ stopwatch: Stopwatch) -> [Comparison] {
    let cases = (messages + [("page", page)]).compactMap { name, message in
      InAppMessageUI.view(for: message).map { (name, $0) }
    }
    let scenes = cases.flatMap { name, view in
      surroundings.map { place, traits in
        stopwatch.measure("scene, \(name)", place, goal: goal) {
          keep(view.makeScene(id: "scene", traits: traits))
        }
      }
    }
    let markups = cases.flatMap { name, view in
      surroundings.compactMap { place, traits in
        view.makeScene(id: "scene", traits: traits).map { scene in
          stopwatch.measure("markup, \(name)", place, goal: markupGoal) {
            keep(RenderedScene(scene, page: { id, _ in "/pages/token/\(id)" }))
          }
        }
      }
    }
    return scenes + markups + [document(stopwatch)].compactMap { $0 }
  }

  /// What the browser's frame gets: the page with the bridge in front of it.
  private static func document(_ stopwatch: Stopwatch) -> Comparison? {
    let scene = InAppMessageUI.view(for: page)?.makeScene(id: "scene", traits: surroundings[0].1)
    guard case .web(let web)? = scene?.root.node("page")?.content else { return nil }
    let document = PageDocument(web, path: "/pages/token/")
    return stopwatch.measure("document, page", "\(web.page.utf8.count) bytes", goal: markupGoal) {
      keep(document.answer(""))
    }
  }

  /// A page as authors write them: its own style and script, some ten thousand characters.
  static var page: Martlet.InAppMessage {
    let rules = (0..<120).map { ".item-\($0) { padding: 4px; border-radius: 8px; color: #1b2130 }\n" }
      .joined()
    let items = (0..<40).map { "<li class=\"item-\($0)\">Something to choose, number \($0)</li>\n" }.joined()
    return .html(
      .init(
        message:
          "<!doctype html><html><head><title>Choose</title><style>\(rules)</style></head><body><ul>\(items)</ul></body></html>",
        bridge: .init(
          capabilities: [.customEvent, .attributes], names: ["shopBridge"], readyEvents: ["shop.BridgeReady"])
      ))
  }

  /// One of each native kind, with as much on it as it can have.
  static var messages: [(String, Martlet.InAppMessage)] {
    let image = URL(filePath: "/tmp/autumn.png")
    let link = Martlet.InAppMessage.ClickAction.url(URL(filePath: "/shop"), useWebView: false)
    let text = "The new colours have arrived, and the first hundred orders travel free of charge."
    let buttons: [Martlet.InAppMessage.Button] = [
      .init(id: 0, text: "Not now", clickAction: .none, themes: .secondary),
      .init(id: 1, text: "See them", clickAction: link),
    ]
    return [
      (
        "slideup",
        .slideup(
          .init(data: .init(clickAction: link), graphic: .image(image), imageAltText: "A leaf", message: text)
        )
      ),
      (
        "modal",
        .modal(
          .init(
            graphic: .image(image), imageAltText: "A leaf", header: "Autumn is here", message: text,
            buttons: buttons))
      ),
      ("modal image", .modalImage(.init(imageURL: image, imageAltText: "Autumn sale", buttons: buttons))),
      (
        "full screen",
        .full(
          .init(
            imageURL: image, imageAltText: "A leaf", header: "Autumn is here", message: text, buttons: buttons
          ))
      ),
      (
        "full-screen image", .fullImage(.init(imageURL: image, imageAltText: "Autumn sale", buttons: buttons))
      ),
    ]
  }
}
