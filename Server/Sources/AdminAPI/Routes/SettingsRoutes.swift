// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Documents
public import Domain
import HTTPSupport
import Hummingbird
import Identity
import MartletCore
import MartletWire
import Store

/// `/api/v1/settings`: the settings for all campaigns of the app.
struct SettingsRoutes: Sendable {
  let store: any SettingsStore

  var endpoints: [Endpoint] {
    [
      Endpoint(
        .get, "settings", id: "getSettings", tag: .campaigns,
        "Get the settings of the key's app.",
        answer: "The settings.",
        use: get),
      Endpoint(
        .put, "settings", id: "updateSettings", tag: .campaigns,
        "Replace the settings. Devices receive them on their next sync.",
        body: .json(SettingsDocument.self),
        answer: "The settings.",
        use: update),
    ]
  }

  @Sendable
  private func get(_ request: Request, context: ServerRequestContext) async throws -> SettingsDocument {
    SettingsDocument(try await store.settings(app: try context.appID))
  }

  /// Replaces all settings, so every field is required. Only `sdk_authentication`,
  /// `global_holdout`, `privacy_requests` and `refuse_doubtful_user_ids` may be left out and then
  /// stay as they are: a program that does not know them must not switch them off.
  @Sendable
  private func update(_ request: Request, context: ServerRequestContext) async throws -> SettingsDocument {
    let app = try context.appID
    let document = try SettingsDocument(body: try await request.document())
    let change = try await store.changeSettings(app: app) { settings in
      settings.decisionSample = document.decisionSample
      settings.caps = document.caps
      if let authentication = document.authentication { settings.userAuthentication = authentication }
      if let holdout = document.holdout {
        settings.globalHoldout.change(to: holdout.share, at: context.receivedAt)
      }
      if let privacy = document.privacyRequests { settings.privacyRequests = privacy }
      if let refuses = document.refusesDoubtfulUserIDs { settings.refusesDoubtfulUserIDs = refuses }
      let problems = settings.problems
      if problems.isEmpty { settings.userAuthentication = settings.userAuthentication.canonical }
      return problems
    }
    guard change.problems.isEmpty else {
      throw AdminAnswers.invalid(
        change.problems, code: "settings_invalid", title: "The settings are not valid.")
    }
    return SettingsDocument(change.settings)
  }
}

// MARK: - Documents

private struct SettingsDocument: ShapedRequest {
  var decisionSample = 1.0
  var caps: [Wire.Cap] = []
  var authentication: UserAuthentication?
  var holdout: HoldoutShare?
  var privacyRequests: PrivacyRequestPolicy?
  var refusesDoubtfulUserIDs: Bool?

  static let shape = Shape<Self>(
    "Settings", "",
    .required(
      "decision_sample", \.decisionSample,
      "The share of decisions that devices report. Test devices report all.", .range(0...1)),
    .required("caps", \.caps, "", .most(AppSettings.maximumCaps)),
    .accepted("sdk_authentication", \.authentication),
    .accepted("global_holdout", \.holdout), .accepted("privacy_requests", \.privacyRequests),
    .accepted(
      "refuse_doubtful_user_ids", \.refusesDoubtfulUserIDs,
      """
      Whether events of users whose ids are almost certainly a mistake, such as `null` or `undefined`, are \
      refused. Absent in a request: it stays as it is.
      """))

  init() {}

  init(_ settings: AppSettings) {
    decisionSample = settings.decisionSample
    caps = settings.caps
    authentication = settings.userAuthentication
    holdout = HoldoutShare(share: settings.globalHoldout.share, changedAt: settings.globalHoldout.changedAt)
    privacyRequests = settings.privacyRequests
    refusesDoubtfulUserIDs = settings.refusesDoubtfulUserIDs
  }

  struct HoldoutShare: ShapedRequest {
    var share = 0
    var changedAt: Instant?

    static let shape = Shape<Self>(
      "GlobalHoldout", "The people who get no campaign. If it is left out, it does not change.",
      .required(
        "share", \.share, "In ten-thousandths: 500 is 5%. 0 holds nobody out.",
        .range(0...GlobalHoldout.greatestShare)),
      .ignored(
        "changed_at", \.changedAt,
        "When the share was last changed. Set by the server; ignored if sent."))
  }
}

extension UserAuthentication.Mode: RequestValue {}
extension PrivacyRequestPolicy.Mode: RequestValue {}

extension PrivacyRequestPolicy: ShapedRequest {
  public init() { self.init(mode: .off) }

  public static let shape = Shape<Self>(
    "PrivacyRequestPolicy",
    "Whether devices may send people's requests about their own data. If it is left out, it does not change.",
    .required(
      "mode", \.mode,
      """
      `review`: each request waits for the team. `delete_at_once`: a deletion is carried out as it arrives.
      """),
    .defaulted(
      "due_days", \.dueDays,
      "The days in which the team has to answer. It applies to new requests.",
      Schema.range(dueDaysRange).with(.default(.int(Int64(usualDueDays))))))
}

extension UserAuthentication: ShapedRequest {
  public init() { self.init(mode: .off) }

  public static let shape = Shape<Self>(
    "SDKAuthentication",
    "Whether the app's backend must sign user ids. If it is left out, it does not change.",
    .required("mode", \.mode), .required("keys", \.keys, "", .most(maximumKeys)))
}

/// Fields of a key that only the server sets may be sent back; they are ignored.
extension UserAuthentication.Key: ShapedRequest {
  public init() { self.init(name: "", pem: "") }

  public static let shape = Shape<Self>(
    "SDKAuthenticationKey", "",
    .required("name", \.name, "", .length(1...UserAuthentication.nameLength)),
    .required(
      "public_key", \.pem, "A P-256 key, or an RSA key of 2048 to 8192 bits, as PEM.",
      ["pattern": "^-----BEGIN PUBLIC KEY-----", "maxLength": 4096]),
    .ignored(
      "algorithm", { (try? PublicKey(pem: $0.pem))?.algorithm.rawValue },
      "`ES256` or `RS256`. Set by the server; ignored if sent."),
    .ignored(
      "fingerprint", { (try? PublicKey(pem: $0.pem))?.fingerprint },
      "The SHA-256 of the key as DER, in hexadecimal. Set by the server; ignored if sent."))
}
