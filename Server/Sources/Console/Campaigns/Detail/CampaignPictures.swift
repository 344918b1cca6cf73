// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import SceneHTML

/// What people see of a campaign, as pictures on its page, and the questions of its survey.
struct CampaignPictures {
  /// One, or one for each variant of an experiment.
  let phones: [Phone]
  let questions: [Question]

  struct Phone {
    let caption: String
    let html: String
    let css: String
    let nonce: String
    let sceneSheet: String
    /// As the preview of the editor.
    let device = PreviewChoice().device.rawValue
    let orientation = "portrait"
    let scheme = "light"
    let hasKeyboard = false
  }

  struct Question {
    let title: String
    /// `One choice, required: The taste, The price`
    let words: String
  }

  /// nil for data, and for messages unless they are wanted.
  ///
  /// - Parameter nonce: Lets the style sheets of the scenes pass the page's policy.
  @MainActor
  init?(_ content: CampaignContent, nonce: String, sceneSheet: String, showsMessage: Bool = false) {
    guard let type = CampaignType(content), type.showsContent || (type == .message && showsMessage) else {
      return nil
    }
    let variants = content.experiment.map { experiment in
      experiment.variants.map {
        (label: experiment.label(of: $0.id), content: content.shown(in: $0) ?? content)
      }
    }
    if let message = content.message {
      phones = (variants ?? [(message.kindWords, content)]).compactMap { caption, shown in
        // A page is only drawn in the editor, where its script can be heard.
        guard shown.message?.uses(.page) != true,
          let scene = MessagePreview.make(shown, choice: PreviewChoice()).scene
        else {
          return nil
        }
        return Phone(caption: caption, html: scene.html, css: scene.css, nonce: nonce, sceneSheet: sceneSheet)
      }
      questions = []
      if phones.isEmpty { return nil }
      return
    }
    phones = (variants?.map { ($0 + ": ", $1) } ?? [("", content)]).flatMap { label, shown in
      MessagePreview.Part.all(of: shown).compactMap { part in
        var choice = PreviewChoice()
        choice.part = part
        let preview = MessagePreview.make(shown, choice: choice)
        // A page is only drawn in the editor, where its script can be heard.
        guard let scene = preview.scene, part == .banner || shown.content?.kind != .known(.html)
        else { return nil }
        let caption = label + (part == .banner ? "Banner" : type.label)
        return Phone(caption: caption, html: scene.html, css: scene.css, nonce: nonce, sceneSheet: sceneSheet)
      }
    }
    questions = content.askedQuestions.map(\.question).map { question in
      let choices = question.choices.map(\.title).joined(separator: ", ")
      let words =
        [question.kind.known?.words ?? question.kind.rawValue, question.isRequired ? "required" : "optional"]
        + (question.shownIf == nil ? [] : ["only after certain answers"])
      return Question(
        title: question.title, words: words.joined(separator: ", ") + (choices.isEmpty ? "" : ": " + choices))
    }
    if phones.isEmpty, questions.isEmpty { return nil }
  }
}
