// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletKit
import MartletUI

/// What it costs to make the scene of a message: once when it is shown, and again whenever its surroundings change.
@MainActor
enum SceneBenchmarks {
  /// A goal in time, not a ratio to something else: beside a frame of 8 ms a scene must not count.
  private static let goal = Duration.microseconds(50)

  static let surroundings: [(String, SceneTraits)] = [
    ("phone", SceneTraits(width: 390, height: 844, safeArea: Insets(top: 47, bottom: 34))),
    (
      "phone, text 3.2 times, more contrast",
      SceneTraits(width: 390, height: 844, textScale: 3.2, reduceTransparency: true, increaseContrast: true)
    ),
    ("tablet", SceneTraits(width: 1_180, height: 820, horizontalSizeClass: .regular, verticalSizeClass: .regular)),
  ]

  static func run(_ stopwatch: Stopwatch) -> [Comparison] {
    messages.flatMap { name, message in
      surroundings.compactMap { place, traits in
        InAppMessageUI.view(for: message).map { view in
          stopwatch.measure("scene, \(name)", place, goal: goal) { keep(view.makeScene(id: "scene", traits: traits)) }
        }
      }
    }
  }

  /// One of each native kind, with as much on it as it can have.
  static var messages: [(String, Martlet.InAppMessage)] {
    let image = URL(filePath: "/tmp/autumn.png")
    let link = Martlet.InAppMessage.ClickAction.url(URL(filePath: "/shop"), useWebView: false)
    let text = "The new colours have arrived, and the first hundred orders travel free of charge."
    let buttons: [Martlet.InAppMessage.Button] = [
      .init(id: 0, text: "Not now", clickAction: .none, themes: .secondary), .init(id: 1, text: "See them", clickAction: link),
    ]
    return [
      (
        "slideup",
        .slideup(.init(data: .init(clickAction: link), graphic: .image(image), imageAltText: "A leaf", message: text))
      ),
      (
        "modal",
        .modal(.init(graphic: .image(image), imageAltText: "A leaf", header: "Autumn is here", message: text, buttons: buttons))
      ),
      ("image modal", .modalImage(.init(imageURL: image, imageAltText: "Autumn sale", buttons: buttons))),
      (
        "full",
        .full(.init(imageURL: image, imageAltText: "A leaf", header: "Autumn is here", message: text, buttons: buttons))
      ),
      ("full image", .fullImage(.init(imageURL: image, imageAltText: "Autumn sale", buttons: buttons))),
    ]
  }
}
