// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletWire

// The one description of which fields of content are texts. Templates, languages, their
// completeness and the editor follow from it.

extension Wire.Campaign {
  /// The same with each of its texts replaced by the result of `body`.
  func replacingTexts(_ body: @escaping (ContentText) -> String) -> Self {
    var replaced = self
    for surface in CampaignSurface.all { surface.replaceTexts(&replaced, body) }
    return replaced
  }
}

extension Wire.RenderResponse {
  /// The same with each of its texts replaced by the result of `body`.
  public func replacingTexts(_ body: @escaping (ContentText) -> String) -> Self {
    var replaced = self
    replaced.message = message?.replacingTexts(body)
    replaced.banner = banner?.replacingTexts(body)
    replaced.content = content?.replacingTexts(body)
    replaced.data = data?.replacingTexts(body)
    return replaced
  }
}

extension Wire.Message {
  public func replacingTexts(_ body: @escaping (ContentText) -> String) -> Self {
    let walk = TextWalk(place: "message", noun: "", body: body)
    var replaced = self
    walk.text(&replaced.header, "header", "header")
    let isPage = uses(.page)
    walk.text(&replaced.message, "message", isPage ? "page" : "text", isPage ? .page : .read)
    walk.text(&replaced.imageURL, "image_url", "image URL", .address)
    walk.text(&replaced.imageAlt, "image_alt", "image description")
    walk.text(&replaced.clickAction.url, "click_action.url", "URL", .address)
    for index in buttons.indices {
      let (field, words) = ("buttons[\(index)]", "button \(index + 1)")
      walk.text(&replaced.buttons[index].text, field + ".text", words)
      walk.text(
        &replaced.buttons[index].clickAction.url, field + ".click_action.url", words + " URL", .address)
    }
    walk.extras(&replaced.extras)
    return replaced
  }
}

extension Wire.Banner {
  public func replacingTexts(_ body: @escaping (ContentText) -> String) -> Self {
    let walk = TextWalk(place: "banner", noun: "banner", body: body)
    var replaced = self
    walk.text(&replaced.title, "title", "title")
    walk.text(&replaced.text, "text", "text")
    walk.text(&replaced.imageURL, "image_url", "image URL", .address)
    walk.text(&replaced.imageAlt, "image_alt", "image description")
    walk.text(&replaced.action.url, "action.url", "URL", .address)
    walk.extras(&replaced.extras)
    return replaced
  }
}

extension Wire.Content {
  public func replacingTexts(_ body: @escaping (ContentText) -> String) -> Self {
    let isSurvey = kind == .known(.survey)
    let walk = TextWalk(place: "content", noun: isSurvey ? "survey" : "announcement", body: body)
    var replaced = self
    walk.text(&replaced.title, "title", "title")
    let isPage = kind == .known(.html)
    walk.text(&replaced.body, "body", isPage ? "page" : "text", isPage ? .page : .read)
    walk.text(&replaced.actionLabel, "action_label", "action button")
    walk.text(&replaced.exitLabel, "exit_label", "close button")
    walk.text(&replaced.action.url, "action.url", "URL", .address)
    walk.extras(&replaced.extras)
    for index in questions.indices { replaced.questions[index].replaceTexts(index, body) }
    return replaced
  }
}

extension Wire.Question {
  fileprivate mutating func replaceTexts(_ index: Int, _ body: @escaping (ContentText) -> String) {
    let walk = TextWalk(place: "content.questions[\(index)]", noun: "question \(index + 1)", body: body)
    walk.text(&title, "title", "text")
    walk.text(&detail, "detail", "explanation")
    walk.text(&lowLabel, "low_label", "lowest label")
    walk.text(&highLabel, "high_label", "highest label")
    walk.text(&placeholder, "placeholder", "placeholder")
    for number in choices.indices {
      walk.text(&choices[number].title, "choices[\(number)].title", "choice \(number + 1)")
    }
  }
}

extension Wire.DataPush {
  public func replacingTexts(_ body: @escaping (ContentText) -> String) -> Self {
    guard type == .known(.text) else { return self }
    var replaced = self
    TextWalk(place: "data", noun: "", body: body).text(&replaced.body, "body", "data", .app)
    return replaced
  }
}

extension Wire.PushNotification {
  public func replacingTexts(_ body: @escaping (ContentText) -> String) -> Self {
    let walk = TextWalk(place: "push", noun: "notification", body: body)
    var replaced = self
    walk.text(&replaced.title, "title", "title")
    walk.text(&replaced.subtitle, "subtitle", "subtitle")
    walk.text(&replaced.text, "text", "text")
    walk.text(&replaced.imageURL, "image_url", "image URL", .address)
    walk.text(&replaced.action.url, "action.url", "URL", .address)
    for (name, action) in actions.sorted(by: { $0.key < $1.key }) {
      var own = action
      walk.text(&own.url, "actions.\(name).url", "URL of \(name)", .address)
      replaced.actions[name] = own
    }
    walk.extras(&replaced.extras)
    return replaced
  }
}
