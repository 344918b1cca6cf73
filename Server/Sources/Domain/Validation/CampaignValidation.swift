// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
import MartletWire

/// Reports everything that is wrong with a campaign, in words that name the field and the remedy.
///
/// A draft may be incomplete: it can be stored unless `blocks(_:state: .draft)`. A campaign that
/// runs must have no error. The device protocol and the engine themselves judge triggers and
/// filters, so what passes here runs on devices.
///
/// ```swift
/// let validation = CampaignValidation(environment: environment)
/// let problems = validation.diagnostics(name: campaign.name, content: campaign.content, at: environment.now())
/// ```
public struct CampaignValidation: Sendable {
  private let compilePattern: PatternCompiler
  private let furtherChecks: @Sendable (CampaignContent) -> [Diagnostic]

  /// - Parameter furtherChecks: Additional checks of the content, by modules that this module does
  ///   not know.
  public init(
    environment: Environment,
    furtherChecks: @escaping @Sendable (CampaignContent) -> [Diagnostic] = { _ in [] }
  ) {
    self.init(compilePattern: environment.compilePattern, furtherChecks: furtherChecks)
  }

  public init(
    compilePattern: @escaping PatternCompiler,
    furtherChecks: @escaping @Sendable (CampaignContent) -> [Diagnostic] = { _ in [] }
  ) {
    self.compilePattern = compilePattern
    self.furtherChecks = furtherChecks
  }

  /// Everything that is wrong, or may be, if the campaign were launched at that instant. In the
  /// order of the form, not sorted by severity.
  public func diagnostics(name: String, content: CampaignContent, at now: Instant) -> [Diagnostic] {
    var found = DiagnosticList()
    check(name, &found)
    if !content.needsNoTrigger || !content.triggers.isEmpty { check(content.triggers, &found) }
    checkUnusedTriggers(content, &found)
    if content.isDeliveredByPush {
      found.warning(
        "triggers", "delivered_by_runs", "Without a trigger, people get it only when you send it to them.",
        "Send it on the campaign’s page after the launch, or add a trigger.")
    }
    let told = Set(found.diagnostics.map(\.field))
    if content.priority.bucket.known == nil {
      found.error(
        "priority.bucket", "not_understood", "This version does not know this priority.",
        "Choose low, medium or high.")
    }
    checkSchedule(of: content, at: now, &found)
    if let audience = content.audience {
      var problems: [Diagnostic] = []
      if let found = AudienceRule(json: audience, at: "audience", &problems)?.neverTrue(at: "audience") {
        problems.append(found)
      }
      found.add(problems)
    }
    let anyTrigger = Wire.Trigger(kind: .known(.sessionStart))
    found.add(
      problems(of: CampaignContent(triggers: [anyTrigger], message: Self.someMessage, rules: content.rules)) {
        _ in true
      })
    found.add(mistakes(content, told: told))
    found.add(SurfaceValidation(content).diagnostics)
    found.add(ExperimentValidation(content).diagnostics)
    found.add(LanguageValidation(content).diagnostics)
    found.add(TextValidation(content).diagnostics)
    found.add(furtherChecks(content))
    checkSize(of: content, &found)
    return found.diagnostics
  }

  /// Whether the diagnostic prevents storing a campaign in that state.
  public static func blocks(_ diagnostic: Diagnostic, state: CampaignState) -> Bool {
    diagnostic.severity == .error && (state != .draft || blockingDrafts.contains(diagnostic.code))
  }

  /// A draft may be incomplete, but must have a name, a bounded size, and no address that could run
  /// code in its author's browser.
  private static let blockingDrafts: Set<String> = [
    "name_missing", "name_too_long", "name_turns_text", "too_large", "url_not_allowed",
  ]

  // MARK: - Campaign

  private func check(_ name: String, _ found: inout DiagnosticList) {
    if name.isBlank {
      found.error("name", "name_missing", "The campaign has no name.", "Add a name. Only your team sees it.")
    } else if name.count > CampaignLimits.nameLength {
      found.error(
        "name", "name_too_long", "The name has more than \(CampaignLimits.nameLength) characters.",
        "Shorten it.")
    } else if name.hasDirectionMarks {
      found.error(
        "name", "name_turns_text", String.directionMarksFound, "Type the name anew instead of copying it.")
    }
  }

  private func checkSchedule(of content: CampaignContent, at now: Instant, _ found: inout DiagnosticList) {
    guard let endsAt = content.endsAt else { return }
    if let startsAt = content.startsAt, endsAt <= startsAt {
      found.error(
        "ends_at", "end_before_start", "The campaign ends before it starts.", "Choose an end after the start."
      )
    } else if endsAt <= now {
      found.error("ends_at", "end_in_past", "The end is in the past.", "Choose a later end, or remove it.")
    }
  }

  private func checkSize(of content: CampaignContent, _ found: inout DiagnosticList) {
    // Pages have their own limit, also when a page is set aside. So do other languages, of which
    // each device gets one.
    var content = content
    content.languages = [:]
    for place in content.experiment?.variants.indices ?? 0..<0 {
      content.experiment?.variants[place].languages = [:]
    }
    if content.message?.uses(.page) == true {
      content.message?.message = nil
    } else if case .string(let page)? = content.message?.unknown[Wire.Message.setAside] {
      content.message?.unknown[Wire.Message.setAside] = nil
      if page.utf8.count > CampaignLimits.pageBytes {
        found.error(
          "message." + Wire.Message.setAside, "too_large",
          "The stored page is longer than \(NumberWords.count(CampaignLimits.pageBytes)) bytes.",
          "Shorten it, or remove it.")
      }
    }
    guard
      content.definition().json.encodedByteCount
        > CampaignLimits.definitionBytes
    else { return }
    found.error(
      "message", "too_large",
      "The campaign is longer than \(NumberWords.count(CampaignLimits.definitionBytes)) bytes.",
      "Shorten the texts and filters.")
  }

  // MARK: - Triggers

  private func check(_ triggers: [Wire.Trigger], _ found: inout DiagnosticList) {
    if triggers.isEmpty {
      found.error(
        "triggers", "trigger_missing", "The campaign has no trigger.",
        "Add one: a session start, an event or a purchase.")
    } else if triggers.count > CampaignLimits.triggers {
      found.error(
        "triggers", "too_many_triggers", "A campaign can have up to \(CampaignLimits.triggers) triggers.",
        "Remove some, or use a filter.")
    }
    for (index, trigger) in triggers.enumerated() { check(trigger, at: "triggers[\(index)]", &found) }
  }

  private func checkUnusedTriggers(_ content: CampaignContent, _ found: inout DiagnosticList) {
    guard content.isPushOnly, !content.triggers.isEmpty else { return }
    found.warning(
      "triggers", Diagnostic.notUsed,
      "The campaign has only a push, which is sent by runs, so its triggers are not used.", "Remove them.")
  }

  private func check(_ trigger: Wire.Trigger, at field: String, _ found: inout DiagnosticList) {
    if let name = trigger.name, name.count > CampaignLimits.triggerNameLength {
      return found.error(
        field + ".name", "text_too_long",
        "The name has more than \(CampaignLimits.triggerNameLength) characters.",
        "Use the name that the app logs.")
    }
    // One at a time, so that a mistake in one trigger does not hide mistakes in the others.
    let own = problems(of: CampaignContent(triggers: [trigger], message: Self.someMessage)) {
      $0.hasPrefix("triggers[0]")
    }
    found.add(own.map { $0.moved(to: field + $0.field.dropFirst("triggers[0]".count)) })
  }

  /// What prevents devices from running it, in the engine's own words.
  private func problems(of content: CampaignContent, where concerns: (String) -> Bool) -> [Diagnostic] {
    do {
      return try content.definition().definition().diagnostics(
        compilePattern: compilePattern
      )
      .filter { concerns($0.field) }.map { Diagnostic(field: $0.field, code: $0.code, message: $0.message) }
    } catch {
      return [
        Diagnostic(
          field: error.field, code: "not_understood", message: error.message,
          remedy: "Correct it, or remove it.")
      ]
    }
  }

  /// Mistakes that devices accept but the author cannot have intended, and conditions that no
  /// purchase satisfies.
  ///
  /// - Parameter told: The fields that already have a diagnostic.
  private func mistakes(_ content: CampaignContent, told: Set<String>) -> [Diagnostic] {
    let campaign = content.definition()
    // `MessageValidation` reports the same about buttons and words, and more strictly.
    var found = campaign.mistakes.filter {
      $0.code != .duplicateButton && $0.code != .unknownWord && !told.contains($0.field)
    }.map {
      mistake in
      Diagnostic(
        severity: mistake.code == .impossibleEvent ? .error : .warning, field: mistake.field,
        code: mistake.code.rawValue,
        message: mistake.message, remedy: mistake.remedy)
    }
    if let definition = try? campaign.definition() {
      found += PurchaseRange.findings(in: definition).map {
        Diagnostic(
          severity: .warning, field: $0.field, code: $0.code.rawValue, message: $0.message, remedy: $0.remedy)
      }
    }
    return found
  }

  private static let someMessage = Wire.Message(kind: .known(.modal))
}

extension CampaignDiagnostic {
  fileprivate var code: String {
    switch self {
    case .noTrigger: "trigger_missing"
    case .duplicate: "duplicate"
    case .filter: "filter_invalid"
    case .rule: "rule_invalid"
    }
  }
}

extension Diagnostic {
  fileprivate func moved(to field: some StringProtocol) -> Diagnostic {
    var moved = self
    moved.field = String(field)
    return moved
  }
}

extension String {
  /// Nothing but white space, or nothing at all.
  public var isBlank: Bool { allSatisfy(\.isWhitespace) }

  /// Whether it has invisible marks that change the direction of the text around it, such as
  /// U+202E. Names stand in sentences, which would turn. Letters of right-to-left languages are no
  /// marks.
  public var hasDirectionMarks: Bool {
    unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
  }

  public static let directionMarksFound = "The name has invisible marks that change the direction of text."

  /// Whether it has 1 to so many of the letters a to z in both cases, digits and hyphens.
  public func isPlainID(upTo length: Int) -> Bool {
    (1...length).contains(utf8.count)
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"),
          UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }

  /// Without white space at either end.
  public var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}

extension String? {
  public var isBlank: Bool { self?.isBlank ?? true }
}
