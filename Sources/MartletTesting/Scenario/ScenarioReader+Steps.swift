// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletUI
import MartletWire

extension ScenarioReader {
  func step(_ json: Wire.JSONValue, at path: String) -> Scenario.Step? {
    guard let fields = object(json, at: path, Scenario.stepFields + Scenario.actions) else { return nil }
    let (at, advance) = (fields.duration("at"), fields.duration("advance") ?? .zero)
    let times = fields.wholeNumber("repeat", in: 1...Scenario.Limits.repeats) ?? 1
    if fields.has("at"), fields.has("advance") {
      fields.report("advance", "A step has a time or a length of time, not both.")
    }
    if fields.has("note") { _ = fields.text("note") }
    let expectation = fields.raw("expect").map { expectations($0, at: "\(path).expect") } ?? [:]
    expectsLog = if case .array(let lines)? = expectation[.logged] { !lines.isEmpty } else { false }
    let named = Scenario.actions.filter { fields.has($0) }
    guard let name = named.first else {
      if case .object(let all) = json, all.keys.allSatisfy(Scenario.stepFields.contains) {
        findings.add(
          path,
          "The step does nothing. A step has one action, as in {\"event\": \"cart_viewed\"} or {\"wait\": \"30s\"}."
        )
      }
      return nil
    }
    for other in named.dropFirst() {
      fields.report(
        other,
        "A step has one action; this one has \(name) already. Make it a step of its own.")
    }
    return action(name, fields).map {
      Scenario.Step(action: $0, name: name, at: at, advance: advance, times: times, expectation: expectation)
    }
  }

  func checkTimes(of scenario: Scenario) {
    var now = Duration.zero
    for (index, step) in scenario.steps.enumerated() {
      if let at = step.at {
        if at < now {
          findings.add(
            "steps[\(index)].at",
            "This is before the step before it, which happens at \(ScenarioTime.text(now)).")
        }
        now = max(now, at)
      }
      now += step.advance
      if case .wait(let duration) = step.action { now += duration * step.times }
      if now > Scenario.Limits.duration {
        findings.add("steps[\(index)]", "The scenario takes longer than ten years.")
        return
      }
    }
  }

  // MARK: - Actions

  private func action(_ key: String, _ fields: ScenarioFields) -> Scenario.Action? {
    if let event = LoggedEvent.all.first(where: { $0.action == key }) {
      return logged(event, fields).map { .logs($0) }
    }
    guard let name = Scenario.ActionName(rawValue: key) else { return nil }
    switch name {
    case .launch: return inBackground(fields, key).map { .launch(inBackground: $0) }
    case .relaunch: return inBackground(fields, key).map { .relaunch(inBackground: $0) }
    case .foreground: return plain(fields, key, .foreground)
    case .background: return plain(fields, key, .background)
    case .rotate: return plain(fields, key, .rotate)
    case .wipe: return plain(fields, key, .wipe)
    case .dismiss: return plain(fields, key, .dismiss)
    case .presentNext: return plain(fields, key, .presentNext)
    case .flush: return plain(fields, key, .flush)
    case .dark: return fields.flag(key).map { .dark($0) }
    case .window: return fields.flag(key).map { .window($0) }
    case .network: return fields.network(key).map { .network($0) }
    case .enabled: return fields.flag(key).map { .enabled($0) }
    case .user: return fields.text(key).map { .user($0) }
    case .wait: return fields.duration(key).map { .wait($0) }
    case .wallClock: return fields.instant(key).map { .wallClock($0) }
    case .timeZone: return fields.timeZone(key).map { .timeZone($0) }
    case .asset: return asset(fields, key)
    case .publish: return publish(fields, key)
    case .recall: return recall(fields, key)
    case .render: return render(fields, key)
    case .answers: return answers(fields, key)
    case .tap: return tap(fields, key)
    case .survey: return survey(fields, key)
    case .areas: return areas(fields, key)
    case .pushTap: return pushTap(fields, key)
    case .notification: return notification(fields, key)
    case .register: return register(fields, key)
    case .report: return report(fields, key)
    case .vanish: return plain(fields, key, .vanish)
    case .bridge: return bridge(fields, key)
    case .link: return link(fields, key)
    case .pages: return fields.word(key, as: Scenario.PageLoading.self).map { .pages($0) }
    case .pageLoaded: return plain(fields, key, .pageLoaded)
    case .present: return present(fields, key)
    case .log: return log(fields, key)
    }
  }

  private func plain(_ fields: ScenarioFields, _ key: String, _ action: Scenario.Action) -> Scenario.Action? {
    fields.value(key, "true; it has no choices") { $0 == .bool(true) ? action : nil }
  }

  private func inBackground(_ fields: ScenarioFields, _ key: String) -> Bool? {
    if fields.raw(key) == .bool(true) { return false }
    return fields.value(key, "true, or \"background\"") { $0.string == "background" ? true : nil }
  }

  private func asset(_ fields: ScenarioFields, _ key: String) -> Scenario.Action? {
    guard let inner = object(fields, key, ["url", "result"]), let url = inner.requiredText("url") else {
      return nil
    }
    if !inner.has("result") { findings.add(inner.path, "The field result is missing.") }
    return inner.word("result", as: Scenario.AssetResult.self).map { .asset(url: url, $0) }
  }

  private func publish(_ fields: ScenarioFields, _ key: String) -> Scenario.Action? {
    guard let inner = object(fields, key, ["campaigns", "caps", "audiences"]) else { return nil }
    let list = inner.list("campaigns", atMost: Scenario.Limits.campaigns) ?? []
    let caps = inner.list("caps", atMost: Scenario.Limits.campaigns).map {
      self.caps($0, at: inner.inside("caps"))
    }
    return .publish(campaigns(list, at: inner.inside("campaigns")), caps: caps, audiences: audiences(inner))
  }

  /// For each audience, whether the person is in it.
  private func audiences(_ fields: ScenarioFields) -> [String: Bool] {
    guard fields.has("audiences") else { return [:] }
    return fields.value("audiences", "an object with true or false for each audience, as in {\"vip\": true}")
    { json in
      guard case .object(let members) = json else { return nil }
      let known = members.compactMapValues { $0 == .bool(true) ? true : $0 == .bool(false) ? false : nil }
      return known.count == members.count ? known : nil
    } ?? [:]
  }

  private func recall(_ fields: ScenarioFields, _ key: String) -> Scenario.Action? {
    let ids: [String]? = fields.value(key, "the id of a campaign, or a list of them") { json in
      switch json {
      case .string(let id): [id]
      case .array(let ids): ids.allSatisfy { $0.string != nil } ? ids.compactMap(\.string) : nil
      default: nil
      }
    }
    for id in ids ?? [] { refer(to: id, at: fields.inside(key)) }
    return ids.map { .recall($0) }
  }

  private func render(_ fields: ScenarioFields, _ key: String) -> Scenario.Action? {
    let surfaces = ["banner", "content", "data"]
    let choices = ["message"] + surfaces + ["withdrawn", "status", "unreachable", "hangs"]
    guard let inner = object(fields, key, ["campaign"] + choices) else { return nil }
    let campaign = inner.text("campaign")
    if let campaign { refer(to: campaign, at: inner.inside("campaign")) }
    let given = choices.filter { inner.has($0) }
    guard let choice = given.first, given.count == 1 || given.allSatisfy(surfaces.contains) else {
      findings.add(
        inner.path,
        "Give one answer: \(choices.joined(separator: ", ")). Banner and content can come together.")
      return nil
    }
    let answer: Scenario.RenderAnswer?
    switch choice {
    case "message":
      answer = inner.raw(choice).flatMap { message($0, at: inner.inside(choice)) }.map {
        .content(Wire.RenderResponse(message: $0))
      }
    case "banner", "content", "data":
      func surface<Surface: Wire.Form>(_ name: String) -> Surface? {
        inner.raw(name).flatMap { decoded(Surface.self, $0, at: inner.inside(name)) }
      }
      answer = .content(
        Wire.RenderResponse(banner: surface("banner"), content: surface("content"), data: surface("data")))
    case "withdrawn":
      answer = inner.word(choice, as: Wire.Withdrawal.Reason.self).map {
        .content(Wire.RenderResponse(withdrawn: Wire.Withdrawal(reason: .known($0))))
      }
    case "status": answer = inner.wholeNumber(choice, in: 300...599).map { .status($0) }
    case "unreachable": answer = inner.value(choice, "true") { $0 == .bool(true) ? .unreachable : nil }
    default: answer = inner.value(choice, "true") { $0 == .bool(true) ? .hangs : nil }
    }
    return answer.map { .render(campaign: campaign, $0) }
  }

  private func answers(_ fields: ScenarioFields, _ key: String) -> Scenario.Action? {
    let names = ["display", "campaigns", "process_clicks", "open_urls", "data", "views"]
    guard let inner = object(fields, key, names) else { return nil }
    var answers = Scenario.Answers()
    answers.display = inner.word("display")
    if case .object(let choices)? = inner.raw("campaigns") {
      for (id, json) in choices.sorted(by: { $0.key < $1.key }) {
        let path = "\(inner.inside("campaigns")).\(id)"
        refer(to: id, at: path)
        answers.displayOf[id] = ScenarioFields.word(json, at: path, findings)
      }
    } else if inner.has("campaigns") {
      inner.report("campaigns", "This must be an object, as in {\"welcome\": \"reenqueue\"}.")
    }
    answers.processesClicks = inner.flag("process_clicks")
    answers.opensURLs = inner.flag("open_urls")
    answers.data = inner.word("data")
    answers.views = inner.word("views")
    return .answers(answers)
  }

  private func bridge(_ fields: ScenarioFields, _ key: String) -> Scenario.Action? {
    if case .string(let method) = fields.raw(key), !method.isEmpty {
      return .bridge(BridgeCall(method: method))
    }
    guard let inner = object(fields, key, ["method", "arguments"]), let method = inner.requiredText("method")
    else { return nil }
    return .bridge(BridgeCall(method: method, arguments: inner.list("arguments", atMost: 16) ?? []))
  }

  private func link(_ fields: ScenarioFields, _ key: String) -> Scenario.Action? {
    if case .string(let url) = fields.raw(key), !url.isEmpty { return .link(url: url, target: nil) }
    guard let inner = object(fields, key, ["url", "target"]), let url = inner.requiredText("url") else {
      return nil
    }
    return .link(url: url, target: inner.text("target"))
  }

  private func present(_ fields: ScenarioFields, _ key: String) -> Scenario.Action? {
    guard let inner = object(fields, key, ["id", "message"]), let id = inner.requiredText("id") else {
      return nil
    }
    define(id)
    guard let json = inner.raw("message") else {
      findings.add(inner.path, "The field message is missing.")
      return nil
    }
    return message(json, at: inner.inside("message")).map { .present(id: id, $0) }
  }

  private func log(_ fields: ScenarioFields, _ key: String) -> Scenario.Action? {
    guard let inner = object(fields, key, ["message", "call", "button"]),
      let message = inner.requiredText("message")
    else { return nil }
    refer(to: message, at: inner.inside("message"))
    let calls = ["impression", "click", "dismissal", "discard"]
    guard let call = inner.requiredText("call") else { return nil }
    switch call {
    case "impression": return .log(message: message, .impression)
    case "click": return .log(message: message, .click(button: inner.text("button")))
    case "dismissal": return .log(message: message, .dismissal)
    case "discard": return .log(message: message, .discard)
    default:
      inner.report("call", ScenarioFields.unknown("call", call, among: calls))
      return nil
    }
  }
}
