// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import APNs
import Domain
import MartletCore
import MartletWire
import Personalisation
import Store

/// Writes the push of a run for one device, sends it, and says what follows from the answer.
struct PushDispatch: Sendable {
  struct Sent: Sendable {
    var verdict: PushReport.Verdict
    /// Until when nothing of the run is sent.
    var hold: Instant?
    /// Why the run has to be paused.
    var halt: String?
    /// Whether it was taken back before it was on its way.
    var isWithdrawn = false
  }

  private let run: PushRun
  private let judge: PushJudge
  /// What people get who are in no arm.
  private let own: Wordings
  /// What people get in the variants of the campaign's experiment, by the variant's id.
  private let variants: [String: Wordings]
  private let languages: CampaignLanguages?
  private let senders: PushSenders
  private let people: any PeopleStore
  private let environment: Environment

  init(_ run: PushRun, senders: PushSenders, people: any PeopleStore, environment: Environment) {
    self.run = run
    judge = PushJudge(run)
    self.senders = senders
    self.people = people
    self.environment = environment
    let languages = CampaignLanguages(run.definition)
    self.languages = languages
    own = Wordings(run.definition, in: languages, of: run)
    variants = Dictionary(
      run.definition.variantsOfPush.map { ($0.id, Wordings($0.campaign, in: languages, of: run)) }
    ) { first, _ in first }
  }

  /// The push in all languages.
  private struct Wordings: Sendable {
    /// In the campaign's own language.
    let own: Wording
    /// By language, as the campaign writes it.
    let translated: [String: Wording]

    init(_ campaign: Wire.Campaign, in languages: CampaignLanguages?, of run: PushRun) {
      let own = campaign.runPush ?? run.push
      self.own = Wording(own, of: run)
      translated = Dictionary(
        uniqueKeysWithValues: (languages?.tags ?? []).compactMap { tag in
          guard let push = languages?.campaign(campaign, for: tag).runPush, push != own else { return nil }
          return (tag, Wording(push, of: run))
        })
    }

    var needsDevice: Bool { own.template != nil || !translated.isEmpty }
  }

  /// The push in one language.
  private struct Wording: Sendable {
    /// nil: it is the same for everybody.
    let template: PushTemplate?
    let plain: PushPayload

    init(_ push: Wire.PushNotification, of run: PushRun) {
      let template = PushTemplate(push)
      self.template = template.isPersonal ? template : nil
      plain = PushDispatch.payload(push, of: run)
    }
  }

  /// Whether the texts depend on what devices say about themselves: they name it, or are in several
  /// languages.
  var needsDevice: Bool { own.needsDevice || variants.values.contains(where: \.needsDevice) }

  private func wording(for row: ClaimedPush) -> Wording {
    let wordings = row.arm.flatMap { variants[$0] } ?? own
    return languages?.language(for: row.device?.locale, in: row.arm).flatMap { wordings.translated[$0] }
      ?? wordings.own
  }

  func send(_ row: ClaimedPush) async -> Sent {
    guard let token = row.push?.token, let target = row.push?.environment else {
      return Sent(verdict: .ended(.noToken))
    }
    let delivery = APNsID(
      delivery: PushDelivery.id(run: run.id, device: row.deviceID, occurrence: row.occurrence))
    let payload: PushPayload
    do throws(Written) {
      payload = try await written(row)
    } catch {
      switch error {
      case .missing(let name): return Sent(verdict: .ended(.missingValue, detail: name))
      case .notVerified(let name): return Sent(verdict: .ended(.userNotVerified, detail: name))
      case .failed(let field): return Sent(verdict: .ended(.refused, detail: field))
      case .unavailable: return later(nil)
      }
    }
    if Task.isCancelled { return withdrawn }
    if let excess = payload.excess { return Sent(verdict: .ended(.tooLarge, detail: "push.\(excess.field)")) }
    let isLab = row.push?.isLab == true
    switch isLab ? senders.labRoute : await senders.route(run.appID, target) {
    case .noKey: return Sent(verdict: again(at: environment.now(), "no_key"), halt: "no_key")
    case .broken("store"): return later("store")
    case .broken(let reason): return Sent(verdict: again(at: environment.now(), reason), halt: reason)
    case .noKeyForEnvironment:
      guard run.environments?.contains(target) ?? true else {
        return Sent(verdict: .ended(.noKey, detail: target.rawValue))
      }
      // Somebody replaces the key.
      return Sent(verdict: again(at: environment.now(), "no_key"), halt: "no_key_\(target.rawValue)")
    case .ready(let sender, let topic):
      let push: Push
      do throws(Push.Problem) {
        push = try Push(
          id: delivery, deviceToken: token, topic: topic, kind: run.push.isSilent ? .background : .alert,
          expiration: judge.end(for: row, at: environment.now()),
          payload: payload.bytes(deliveryID: delivery.text))
      } catch {
        return Sent(verdict: verdict(of: error, token))
      }
      return follow(await sender.send(push), row, token)
    }
  }

  private static func payload(_ push: Wire.PushNotification, of run: PushRun) -> PushPayload {
    var isTest = false
    if case .device = run.audience { isTest = true }
    return PushPayload(push, of: run.definition, isTest: isTest)
  }

  // MARK: - Texts

  private enum Written: Error { case missing(String), notVerified(String), failed(String), unavailable }

  private func written(_ row: ClaimedPush) async throws(Written) -> PushPayload {
    let wording = wording(for: row)
    guard let template = wording.template else { return wording.plain }
    switch template.render(try await values(for: row, row.trust, in: template)) {
    case .push(let push): return Self.payload(push, of: run)
    case .missing(let name):
      // Tells the team, never the device, whether it is there.
      guard row.trust != .person, try await values(for: row, .person, in: template).has(name) else {
        throw .missing(name)
      }
      throw .notVerified(name)
    case .failed(let field): throw .failed(field)
    }
  }

  /// What a device that is believed so far may get to read.
  private func values(for row: ClaimedPush, _ trust: DeviceTrust, in template: PushTemplate)
    async throws(Written) -> TemplateValues
  {
    var attributes: [String: Wire.JSONValue] = [:]
    if let reader = trust.reader(on: row.deviceID) {
      do throws(StoreError) {
        attributes = try await people.attributes(
          template.attributeKeys, personID: row.personID, toldTo: reader, app: run.appID)
      } catch {
        throw .unavailable
      }
    }
    let own = trust.reads(isOwn: row.areOwnValues) ? row.values : [:]
    let values = TemplateValues(
      userID: PersonID.isUser(row.personID) ? String(row.personID.dropFirst(2)) : nil, attributes: attributes,
      event: run.values.shared.merging(own) { $1 }, device: row.device ?? Wire.Device(id: row.deviceID))
    // Whoever tries the push out has no event. The names show where its values will be.
    return run.audience.isForTrying ? values.showing(template.eventValues.filter { !values.has($0) }) : values
  }

  // MARK: - Answers

  private func follow(_ result: PushResult, _ row: ClaimedPush, _ token: String) -> Sent {
    let now = environment.now()
    switch result {
    case .sent: return Sent(verdict: .ended(.sent))
    case .mistake(let answer): return Sent(verdict: .ended(.refused, detail: answer.name))
    case .stop(let answer): return Sent(verdict: again(at: now, answer.name), halt: answer.name)
    case .invalidToken(let invalid):
      let death = PushDevice.Death(since: invalid.since, reason: invalid.reason?.rawValue ?? "Unregistered")
      return Sent(verdict: .invalidToken(token, death))
    case .later(let postponement) where postponement.cause == .withdrawn: return withdrawn
    case .later(let postponement):
      let at = now + postponement.duration(attempts: row.tries + 1, random: environment.random())
      switch postponement.wait.scope {
      case .key: return Sent(verdict: again(at: at, postponement.name), hold: at)
      case .push, .device: return Sent(verdict: .again(at: at, detail: postponement.name, counts: true))
      }
    }
  }

  /// What APNs would say, without asking it.
  private func verdict(of problem: Push.Problem, _ token: String) -> PushReport.Verdict {
    switch problem {
    case .deviceToken:
      .invalidToken(
        token, PushDevice.Death(since: environment.now(), reason: APNsReason.badDeviceToken.rawValue))
    case .payloadTooLarge: .ended(.tooLarge)
    case .topic, .collapseID, .payloadEmpty: .ended(.refused, detail: "\(problem)")
    }
  }

  private func again(at: Instant, _ detail: String) -> PushReport.Verdict {
    .again(at: at, detail: detail, counts: false)
  }

  /// Somebody else sends it, or nobody.
  private var withdrawn: Sent {
    Sent(verdict: .again(at: environment.now(), detail: nil, counts: false), isWithdrawn: true)
  }

  /// The server itself could not do something.
  private func later(_ detail: String?) -> Sent {
    Sent(verdict: .again(at: environment.now() + .seconds(5), detail: detail, counts: false))
  }
}

extension APNsAnswer {
  /// APNs' reason, or the status of an answer without one.
  fileprivate var name: String { reason?.rawValue ?? "status_\(status)" }
}

extension Postponement {
  fileprivate var name: String {
    switch cause {
    case .answer(let answer): answer.name
    case .notSent: trouble?.rawValue ?? "no_connection"
    case .unanswered: "no_answer"
    case .shutDown, .withdrawn: "stopped"
    }
  }
}
