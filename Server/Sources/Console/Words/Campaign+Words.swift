// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire

extension CampaignState {
  var words: String {
    switch self {
    case .draft: "Draft"
    case .running: "Running"
    case .paused: "Paused"
    case .finished: "Finished"
    }
  }
}

extension CampaignAction {
  /// The words of the action's button, before the campaign's name.
  var verb: String {
    switch self {
    case .launch: "Launch"
    case .pause: "Pause"
    case .resume: "Resume"
    case .finish: "Finish"
    }
  }

  /// Whether the action shows the campaign to people, so that it must be confirmed.
  var isAsked: Bool { self == .launch || self == .resume }

  /// The campaign's new state, in words.
  var done: String {
    switch self {
    case .launch: "is running"
    case .pause: "is paused"
    case .resume: "is running again"
    case .finish: "is finished"
    }
  }
}

extension Wire.Message {
  var kindWords: String { kind.known?.words ?? kind.rawValue }

  /// The name of a symbol in `icons.svg`.
  var kindIcon: String {
    switch kind.known?.traits.placement {
    case .edge: "slideup"
    case .screen: "full"
    case .card, .nowhere, nil: "modal"
    }
  }
}

extension Wire.Campaign {
  /// What it is, in the words of an author: `Modal`, `Announcement`, `Survey`.
  var kindWords: String {
    if let message { return message.kindWords }
    if let content = content { return content.kind == .known(.survey) ? "Survey" : "Announcement" }
    if banner != nil { return "Banner" }
    if data != nil { return "Data push" }
    return "Push notification"
  }

  /// The name of a symbol in `icons.svg`.
  var kindIcon: String { message?.kindIcon ?? (content == nil ? "slideup" : "full") }

  /// The first words that a person reads.
  var title: String {
    let candidates = [
      message?.header, message?.message, banner?.title, banner?.text,
      content?.title, push?.title,
      push?.text,
    ]
    return candidates.lazy.compactMap { $0 }.first { !$0.isBlank } ?? ""
  }

  /// The message that the editor shows: the campaign's own, or a new one.
  var editedMessage: Wire.Message { message ?? Wire.Message(kind: .known(.slideup)) }
}

extension Wire.Banner {
  /// `“New in autumn”, at the bottom edge`
  var words: String {
    let title = [title, text].lazy.compactMap { $0 }.first { !$0.isBlank }
    return (title.map { "“\($0)”" } ?? "A picture") + ", at the \(edge.rawValue) edge"
  }
}

extension Wire.Content {
  /// `“Our new acorns”, with an action and a close button`
  var words: String {
    let what =
      title.isBlank
      ? (kind == .known(.html) ? "HTML page" : kind == .known(.survey) ? "Without a title" : "Text")
      : "“\(title ?? "")”"
    let buttons = [actionLabel, exitLabel].compactMap { $0 }.filter { !$0.isBlank }.map { "“\($0)”" }
    return what + (buttons.isEmpty ? "" : ", with " + buttons.listed("and"))
  }
}

extension Wire.PushNotification {
  /// `“Spring is here”`
  var words: String {
    let title = [title, text].lazy.compactMap { $0 }.first { !$0.isBlank }
    return isSilent ? "Silent" : title.map { "“\($0)”" } ?? "Without a text"
  }
}

extension Wire.DataPush {
  /// `24 bytes of text`
  var words: String {
    let count =
      type == .known(.base64) ? body.utf8.count / 4 * 3 - body.suffix(2).count { $0 == "=" } : body.utf8.count
    return NumberWords.plural(max(0, count), "byte", "bytes") + (type == .known(.text) ? " of text" : "")
  }
}

extension Wire.SurfaceRules {
  /// `On cart and checkout`, `On every screen`
  var placeWords: String {
    (screens.isEmpty ? "On every screen" : "On " + screens.listed("and"))
      + (category.map { ", category “\($0)”" } ?? "")
  }
}

extension Wire.Priority {
  /// `High`, or `High, order 2`.
  var words: String {
    let name = bucket.rawValue.capitalisingFirst
    return order == 0 ? name : "\(name), order \(order)"
  }
}

extension Wire.Campaign {
  /// `when cart_viewed is logged, or when a session starts`
  var triggerWords: String {
    triggers.isEmpty
      ? (needsNoTrigger ? "sent by you" : "no trigger yet")
      : triggers.map(\.moment).joined(separator: ", or ")
  }
}

extension NumberWords {
  /// The length of a bar whose full length is 100; at least 1 for any count above zero, so that it
  /// stays visible.
  static func bar(_ part: Int, of whole: Int) -> String {
    guard whole > 0, part > 0 else { return "0" }
    let tenths = max(10, min(1_000, Int((Double(part) / Double(whole) * 1_000).rounded())))
    return "\(tenths / 10).\(tenths % 10)"
  }
}

extension String {
  /// The text with a capital first letter.
  var capitalisingFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension [String] {
  /// `a, b and c`, with `word` before the last element.
  func listed(_ word: String) -> String {
    guard count > 1, let last else { return joined() }
    return dropLast().joined(separator: ", ") + " \(word) " + last
  }
}

/// Why a message left the screen.
enum DismissalWords {
  /// - Parameter message: What was dismissed; nil if it is none.
  static func label(_ cause: String, of message: Wire.Message? = nil) -> String {
    if cause.hasPrefix(CampaignCount.closingButton) {
      let element = String(cause.dropFirst(CampaignCount.closingButton.count))
      let name = message?.clickedWords(element) ?? "Button \(element)"
      return element == Wire.Message.body
        ? "A tap on the message, which only closes it" : "\(name), which only closes it"
    }
    if let mark = cause.firstIndex(of: ":") {
      return
        "\(String(cause[..<mark]).capitalisingFirst): \(label(String(cause[cause.index(after: mark)...])).lowercased())"
    }
    return switch Wire.Open<Wire.EventRecord.DismissalCause>(cause).known {
    case .user: "Closed by the person"
    case .click: "Closed by a click"
    case .auto: "Closed automatically"
    case .app: "Closed by the app"
    case .userChanged: "Another person signed in"
    case .wiped: "The app deleted its data"
    case .vanished: "Its view disappeared"
    case .pushTap: "Closed by a tap on a notification"
    case .recalled: "Recalled: campaign changed, paused or finished"
    case nil: cause.replacing("_", with: " ")
    }
  }
}

extension Wire.OutcomeWords {
  /// One line: the reason if there is one, else the title.
  var line: String {
    guard let reason else { return title }
    return reason.first?.isLowercase == true ? "\(title): \(reason)" : reason
  }
}

extension CampaignContent {
  /// The clicked element, by the id under which clicks are counted.
  func clickedWords(_ id: String) -> String {
    if let message = self.message { return message.clickedWords(id) }
    return switch Surface(rawValue: id) {
    case .content?: self.contentNoun == "survey" ? "Submitted answers" : "The action of the announcement"
    case let surface?: "The \(surface.rawValue)"
    case nil: "“\(id)” of an earlier version"
    }
  }
}

extension Wire.Message {
  /// The clicked element, by the id under which clicks are counted.
  func clickedWords(_ id: String) -> String {
    if id == Wire.Message.body { return "The message itself" }
    if uses(.page) { return "“\(id)” on the page" }
    guard let button = buttons.first(where: { String($0.id) == id }) else {
      return "Button \(id) (earlier version)"
    }
    return "“\(button.text)”"
  }
}
