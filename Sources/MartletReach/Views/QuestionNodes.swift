// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletUI
import MartletWire

/// A question with the controls that answer it.
struct QuestionNodes {
  let question: Reach.Survey.Question
  let flow: SurveyFlow
  let sheet: Sheet
  /// Whether it is alone on the sheet. Then its title is larger.
  let isStep: Bool

  private var id: String { question.id }
  private var look: Reach.SheetAttributes { sheet.attributes }
  private var palette: ScenePalette { sheet.palette }
  private var scale: Double { sheet.room.textScale }

  func make() -> SceneNode {
    .column(
      "block-\(id)", words + [input], spacing: 12, style: .init(padding: Insets(bottom: isStep ? 0 : 8)))
  }

  // MARK: - Texts

  private static let titleFont = InAppMessageUI.TextStyle(size: 17, lineHeight: 24, weight: .semibold)

  private var words: [SceneNode] {
    var texts = [
      sheet.text(
        "question-\(id)", question.title, isStep ? look.titleFont : Self.titleFont, palette.header,
        role: .header)
    ]
    if !question.detail.isEmpty {
      texts.append(sheet.text("detail-\(id)", question.detail, look.detailFont, palette.text))
    }
    if !question.isRequired {
      texts.append(sheet.text("optional-\(id)", sheet.word(.optional), look.detailFont, palette.text))
    }
    return [.column("words-\(id)", texts, spacing: 4)]
  }

  // MARK: - Controls

  private var input: SceneNode {
    switch question.kind {
    case .single, .multiple: choices
    case .rating: rating
    case .text: field
    }
  }

  private func group(_ role: SceneNode.Accessibility.Role, _ children: [SceneNode], spacing: Double)
    -> SceneNode
  {
    var node = SceneNode.column("input-\(id)", children, spacing: spacing)
    node.accessibility = .init(
      role: role, label: question.title, state: question.isRequired ? .init(isRequired: true) : nil)
    return node
  }

  private var choices: SceneNode {
    var selected: [String] = []
    if case .choices(let ids)? = flow.answer(to: id) { selected = ids }
    let rows = question.choices.map { row($0, isSelected: selected.contains($0.id)) }
    return group(question.kind == .single ? .choices : .group, rows, spacing: 8)
  }

  /// The line around what can be selected, or is.
  private func border(isSelected: Bool) -> SceneNode.Border {
    let width = sheet.traits.increaseContrast ? 2.0 : 1
    if isSelected { return .init(width: width, color: sheet.accent) }
    let line = palette.background.withAlpha(0xFF).mixed(with: palette.text, eighths: 2)
    return .init(
      width: width, color: sheet.traits.increaseContrast ? line.reaching(4.5, on: palette.background) : line)
  }

  private func background(isSelected: Bool) -> SceneColor? {
    isSelected ? palette.background.withAlpha(0xFF).mixed(with: sheet.accent, eighths: 1) : nil
  }

  private func row(_ choice: Reach.Survey.Question.Choice, isSelected: Bool) -> SceneNode {
    let rowID = "choice-\(id)-\(choice.id)"
    var label = sheet.text(
      "\(rowID)-title", choice.title, look.textFont, palette.text, style: .init(grows: true))
    label.accessibility = .none
    if let background = background(isSelected: isSelected), case .text(var text) = label.content {
      text.color = text.color.reaching(sheet.traits.increaseContrast ? 7 : 4.5, on: background)
      label.content = .text(text)
    }
    return SceneNode(
      id: rowID,
      content: .stack(
        .init(
          axis: .horizontal, spacing: 12, alignment: .center,
          children: [indicator(rowID, isSelected: isSelected), label])),
      style: .init(
        padding: Insets(top: 11, leading: 16, bottom: 11, trailing: 16),
        background: background(isSelected: isSelected), cornerRadius: 10,
        border: border(isSelected: isSelected), minWidth: SceneNode.minimumTarget,
        minHeight: SceneNode.minimumTarget, keepsSize: true),
      action: .choose(question: id, choice: choice.id),
      accessibility: .init(
        role: question.kind == .single ? .radio : .checkbox, label: choice.title,
        state: .init(isSelected: isSelected)))
  }

  /// A circle with a dot, or a square with a check mark.
  private func indicator(_ rowID: String, isSelected: Bool) -> SceneNode {
    let isRound = question.kind == .single
    var style = SceneNode.Style(
      cornerRadius: isRound ? 11 : 6,
      border: .init(width: 2, color: isSelected ? sheet.accent : palette.close), width: 22, height: 22,
      keepsSize: true)
    var children: [SceneNode] = []
    if isSelected, isRound {
      children = [
        SceneNode(
          id: "\(rowID)-dot", content: .space,
          style: .init(background: sheet.accent, cornerRadius: 5, width: 10, height: 10, position: .center),
          accessibility: .hidden)
      ]
    } else if isSelected {
      style.background = sheet.accent
      children = [
        SceneNode(
          id: "\(rowID)-check", content: .symbol(.check),
          style: .init(foreground: sheet.onAccent, width: 18, height: 18, position: .center),
          accessibility: .hidden)
      ]
    }
    return SceneNode(id: "\(rowID)-sign", content: .overlay(children), style: style, accessibility: .hidden)
  }

  // MARK: - Ratings

  private static let faces = ["\u{1F622}", "\u{1F61E}", "\u{1F610}", "\u{1F60A}", "\u{1F604}"]
  private static let gap: Double = 6

  private var rating: SceneNode {
    var selected: Int?
    if case .rating(let number)? = flow.answer(to: id) { selected = number }
    let side = max(SceneNode.minimumTarget, (look.textFont.font(scale: scale).lineHeight + 12).rounded())
    let numbers = Array(question.scale.range)
    // As many in a row as fit, in rows of about the same length.
    let fitting = max(1, Int((sheet.contentWidth + Self.gap) / (side + Self.gap)))
    let lines = (numbers.count + fitting - 1) / fitting
    let length = (numbers.count + lines - 1) / lines
    var rows: [SceneNode] = []
    for (line, start) in stride(from: 0, to: numbers.count, by: length).enumerated() {
      let row = numbers[start..<min(start + length, numbers.count)].map {
        mark($0, selected: selected, side: side)
      }
      rows.append(
        SceneNode(
          id: "scale-\(id)-\(line)",
          content: .stack(.init(axis: .horizontal, spacing: Self.gap, alignment: .center, children: row))))
    }
    return group(
      .choices, rows + ends(width: Double(length) * (side + Self.gap) - Self.gap), spacing: Self.gap)
  }

  private func mark(_ number: Int, selected: Int?, side: Double) -> SceneNode {
    let isSelected = number == selected
    var style = SceneNode.Style(
      cornerRadius: 10, width: side, height: side, minWidth: SceneNode.minimumTarget,
      minHeight: SceneNode.minimumTarget, keepsSize: true)
    let content: SceneNode.Content
    switch question.scale {
    case .numbers:
      style.border = border(isSelected: isSelected)
      style.background = isSelected ? sheet.accent : nil
      content = .text(
        .init(
          string: String(number), font: look.textFont.font(scale: scale),
          color: isSelected ? sheet.onAccent : palette.text,
          alignment: .center))
    case .stars:
      let isFilled = number <= selected ?? 0
      style.foreground = isFilled ? sheet.accent : palette.close
      content = .icon(isFilled ? "\u{2605}" : "\u{2606}")
    case .faces:
      style.cornerRadius = side / 2
      style.foreground = palette.text
      style.background = background(isSelected: isSelected)
      style.border = isSelected ? .init(width: 2, color: sheet.accent) : nil
      content = .icon(Self.faces[max(0, min(number - 1, Self.faces.count - 1))])
    }
    return SceneNode(
      id: "mark-\(id)-\(number)", content: content, style: style, action: .rate(question: id, number: number),
      accessibility: .init(role: .radio, label: name(of: number), state: .init(isSelected: isSelected)))
  }

  /// The ends of the scale say what they mean.
  private func name(of number: Int) -> String {
    let meaning =
      number == question.scale.range.lowerBound
      ? question.lowLabel : number == question.scale.range.upperBound ? question.highLabel : ""
    return meaning.isEmpty ? "\(number)" : "\(number), \(meaning)"
  }

  /// What the ends of the scale mean, below them.
  private func ends(width: Double) -> [SceneNode] {
    guard !question.lowLabel.isEmpty || !question.highLabel.isEmpty else { return [] }
    // The ends of the scale are read with their numbers.
    func end(_ side: String, _ number: Int, _ label: String, _ alignment: SceneNode.Text.Alignment)
      -> SceneNode?
    {
      guard !label.isEmpty else { return nil }
      let string = sheet.room.stacksVertically || question.scale == .numbers ? "\(number): \(label)" : label
      var node = sheet.text(
        "\(side)-\(id)", string, look.detailFont, palette.text,
        alignment: sheet.room.stacksVertically ? .leading : alignment,
        style: .init(grows: true))
      node.accessibility = .hidden
      return node
    }
    let range = question.scale.range
    let labels = [
      end("low", range.lowerBound, question.lowLabel, .leading),
      end("high", range.upperBound, question.highLabel, .trailing),
    ].compactMap(\.self)
    return [
      SceneNode(
        id: "ends-\(id)",
        content: .stack(
          .init(
            axis: sheet.room.stacksVertically ? .vertical : .horizontal, spacing: 16,
            alignment: sheet.room.stacksVertically ? .fill : .leading, children: labels)),
        style: .init(maxWidth: sheet.room.stacksVertically ? nil : width))
    ]
  }

  // MARK: - Text

  private static let fieldLines = 4.0

  private var field: SceneNode {
    var text = ""
    if case .text(let entered)? = flow.answer(to: id) { text = entered }
    let font = look.textFont.font(scale: scale)
    let soft = palette.background.withAlpha(0xFF).mixed(with: palette.text, eighths: 5)
    return SceneNode(
      id: "field-\(id)",
      content: .field(
        .init(
          name: id, text: text, placeholder: question.placeholder, font: font, color: palette.text,
          placeholderColor: soft.reaching(sheet.traits.increaseContrast ? 7 : 4.5, on: palette.background),
          maximumLength: SurveyQuestion.textLength)),
      style: .init(
        padding: Insets(all: 12), cornerRadius: 6,
        border: .init(width: sheet.traits.increaseContrast ? 2 : 1, color: palette.close),
        height: (font.lineHeight * Self.fieldLines).rounded() + 26, keepsSize: true),
      accessibility: .init(
        role: .textbox, label: question.title, state: question.isRequired ? .init(isRequired: true) : nil))
  }
}
