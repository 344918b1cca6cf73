// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Which of the form's buttons was pressed.
enum EditorCommand: Hashable, Sendable {
  /// Shows the page again, with rows more or fewer. nil: only to see the preview.
  case redraw(RowEdit?)
  /// The revision that somebody agreed to write over, if any; whether somebody agreed to change what runs.
  case save(overwriting: Int?, isConfirmed: Bool)
  case launch
  /// Shows what the form holds in the Device Lab, and stores nothing.
  case tryOut

  enum RowEdit: Hashable, Sendable {
    case addTrigger
    case addException
    case addPart(trigger: Int)
    case remove(TriggerPlace)
    case addCondition(TriggerPlace)
    case removeCondition(TriggerPlace, Int)
    case removeKept(TriggerPlace)
    case addCap
    case removeCap(Int)
    case addQuietHours
    case removeQuietHours(Int)
    case addExtra
    case removeExtra(Int)
  }

  /// What is not understood saves nothing: the page comes back as it was.
  init(_ text: String) {
    let parts = text.split(separator: ".")
    let numbers = parts.dropFirst().compactMap { Int($0) }
    switch (parts.first, numbers.count) {
    case ("save", 0): self = .save(overwriting: nil, isConfirmed: false)
    case ("save_confirmed", 0): self = .save(overwriting: nil, isConfirmed: true)
    case ("overwrite", 1): self = .save(overwriting: numbers[0], isConfirmed: true)
    case ("launch", 0): self = .launch
    case ("try", 0): self = .tryOut
    case ("add_trigger", 0): self = .redraw(.addTrigger)
    case ("add_exception", 0): self = .redraw(.addException)
    case ("add_part", 1): self = .redraw(.addPart(trigger: numbers[0]))
    case ("add_cap", 0): self = .redraw(.addCap)
    case ("remove_cap", 1): self = .redraw(.removeCap(numbers[0]))
    case ("add_quiet", 0): self = .redraw(.addQuietHours)
    case ("remove_quiet", 1): self = .redraw(.removeQuietHours(numbers[0]))
    case ("add_extra", 0): self = .redraw(.addExtra)
    case ("remove_extra", 1): self = .redraw(.removeExtra(numbers[0]))
    default: self = .redraw(RowEdit(String(parts.first ?? ""), numbers))
    }
  }
}

/// A row with a trigger, by what its commands are called and numbered.
enum TriggerPlace: Hashable, Sendable {
  case trigger(Int)
  /// A part of the trigger in that row.
  case part(Int, Int)
  case exception(Int)

  /// The fields' prefix without the point at its end.
  var field: String {
    switch self {
    case .trigger(let row): "trigger.\(row)"
    case .part(let row, let part): "trigger.\(row).part.\(part)"
    case .exception(let row): "exception.\(row)"
    }
  }

  /// `add_condition.0`, `add_part_condition.0.1`, `add_exception_condition.0`
  func command(_ verb: String, _ noun: String, _ row: Int? = nil) -> String {
    let (kind, numbers): (String, [Int]) =
      switch self {
      case .trigger(let row): ("", [row])
      case .part(let row, let part): ("part_", [row, part])
      case .exception(let row): ("exception_", [row])
      }
    return ([verb + "_" + kind + noun] + (numbers + [row].compactMap(\.self)).map { String($0) }).joined(separator: ".")
  }
}

extension EditorCommand.RowEdit {
  /// Those that name a row with a trigger.
  fileprivate init?(_ command: String, _ numbers: [Int]) {
    let noun = command.replacing("part_", with: "").replacing("exception_", with: "")
    var rest = numbers[...]
    let place: TriggerPlace
    if command.contains("part") {
      guard rest.count >= 2 else { return nil }
      place = .part(rest.removeFirst(), rest.removeFirst())
    } else {
      guard let row = rest.popFirst() else { return nil }
      place = command.contains("exception") ? .exception(row) : .trigger(row)
    }
    switch (noun, rest.count) {
    case ("remove_trigger", 0): self = .remove(place)
    case ("add_condition", 0): self = .addCondition(place)
    case ("remove_condition", 1): self = .removeCondition(place, rest[rest.startIndex])
    case ("remove_kept", 0): self = .removeKept(place)
    default: return nil
    }
  }

  /// Rows that are not there are not removed.
  func apply(to form: inout CampaignForm) {
    switch self {
    case .addTrigger: form.triggers.append(CampaignForm.TriggerFields())
    case .addException: form.exceptions.append(CampaignForm.TriggerFields())
    case .addPart(let trigger):
      form.change(.trigger(trigger)) { trigger in
        while trigger.parts.isEmpty { trigger.parts.append(CampaignForm.TriggerFields()) }
        trigger.parts.append(CampaignForm.TriggerFields())
      }
    case .remove(let place): form.remove(place)
    case .addCondition(let place): form.change(place) { $0.conditions.append(CampaignForm.ConditionFields()) }
    case .removeCondition(let place, let row):
      form.change(place) { if $0.conditions.indices.contains(row) { $0.conditions.remove(at: row) } }
    case .removeKept(let place): form.change(place) { $0.keptFilter = "" }
    case .addCap: form.caps.append(CampaignForm.CapFields())
    case .removeCap(let row): if form.caps.indices.contains(row) { form.caps.remove(at: row) }
    case .addQuietHours: form.quietHours.append(CampaignForm.QuietHoursFields())
    case .removeQuietHours(let row): if form.quietHours.indices.contains(row) { form.quietHours.remove(at: row) }
    case .addExtra: form.extras.append(CampaignForm.ExtraFields())
    case .removeExtra(let row): if form.extras.indices.contains(row) { form.extras.remove(at: row) }
    }
  }
}

extension CampaignForm {
  fileprivate mutating func change(_ place: TriggerPlace, _ change: (inout TriggerFields) -> Void) {
    switch place {
    case .trigger(let row): if triggers.indices.contains(row) { change(&triggers[row]) }
    case .part(let row, let part):
      if triggers.indices.contains(row), triggers[row].parts.indices.contains(part) { change(&triggers[row].parts[part]) }
    case .exception(let row): if exceptions.indices.contains(row) { change(&exceptions[row]) }
    }
  }

  fileprivate mutating func remove(_ place: TriggerPlace) {
    switch place {
    case .trigger(let row):
      if triggers.indices.contains(row) { triggers.remove(at: row) }
      if triggers.isEmpty { triggers = [TriggerFields()] }
    case .part(let row, let part): change(.trigger(row)) { if $0.parts.indices.contains(part) { $0.parts.remove(at: part) } }
    case .exception(let row): if exceptions.indices.contains(row) { exceptions.remove(at: row) }
    }
  }
}
