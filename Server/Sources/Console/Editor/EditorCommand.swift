// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Which of the form's buttons was pressed.
enum EditorCommand: Hashable, Sendable {
  /// Shows the page again, with rows more or fewer. nil: only to see the preview.
  case redraw(RowEdit?)
  /// The revision that somebody agreed to write over, if any.
  case save(overwriting: Int?)
  case launch

  enum RowEdit: Hashable, Sendable {
    case addTrigger
    case removeTrigger(Int)
    case addCondition(trigger: Int)
    case removeCondition(trigger: Int, Int)
    case removeKept(trigger: Int)
    case addExtra
    case removeExtra(Int)
  }

  /// What is not understood saves nothing: the page comes back as it was.
  init(_ text: String) {
    let parts = text.split(separator: ".")
    let numbers = parts.dropFirst().compactMap { Int($0) }
    switch (parts.first, numbers.count) {
    case ("save", 0): self = .save(overwriting: nil)
    case ("overwrite", 1): self = .save(overwriting: numbers[0])
    case ("launch", 0): self = .launch
    case ("add_trigger", 0): self = .redraw(.addTrigger)
    case ("remove_trigger", 1): self = .redraw(.removeTrigger(numbers[0]))
    case ("add_condition", 1): self = .redraw(.addCondition(trigger: numbers[0]))
    case ("remove_condition", 2): self = .redraw(.removeCondition(trigger: numbers[0], numbers[1]))
    case ("remove_kept", 1): self = .redraw(.removeKept(trigger: numbers[0]))
    case ("add_extra", 0): self = .redraw(.addExtra)
    case ("remove_extra", 1): self = .redraw(.removeExtra(numbers[0]))
    default: self = .redraw(nil)
    }
  }
}

extension EditorCommand.RowEdit {
  /// Rows that are not there are not removed.
  func apply(to form: inout CampaignForm) {
    switch self {
    case .addTrigger: form.triggers.append(CampaignForm.TriggerFields())
    case .removeTrigger(let row):
      if form.triggers.indices.contains(row) { form.triggers.remove(at: row) }
      if form.triggers.isEmpty { form.triggers = [CampaignForm.TriggerFields()] }
    case .addCondition(let trigger):
      if form.triggers.indices.contains(trigger) { form.triggers[trigger].conditions.append(CampaignForm.ConditionFields()) }
    case .removeCondition(let trigger, let row):
      if form.triggers.indices.contains(trigger), form.triggers[trigger].conditions.indices.contains(row) {
        form.triggers[trigger].conditions.remove(at: row)
      }
    case .removeKept(let trigger):
      if form.triggers.indices.contains(trigger) { form.triggers[trigger].keptFilter = "" }
    case .addExtra: form.extras.append(CampaignForm.ExtraFields())
    case .removeExtra(let row):
      if form.extras.indices.contains(row) { form.extras.remove(at: row) }
    }
  }
}
