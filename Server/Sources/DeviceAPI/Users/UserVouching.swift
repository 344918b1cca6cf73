// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import CoreMetrics
import Crypto
import Delivery
import Domain
import HTTPSupport
import HTTPTypes
import Hummingbird
public import Identity
import MartletCore
import MartletWire
import Metrics
import NIOConcurrencyHelpers

/// Verifies the signature that a request carries, and counts the results.
///
/// A token with a valid signature is remembered, so that the signature is not computed again. Its
/// claims are still checked at each use, so that it ends in time, and it is forgotten when the keys
/// change. Invalid tokens are never remembered, so that nobody can fill the memory with them.
public final class UserVouching: Sendable {
  private struct Known: Hashable {
    var keys: String
    var token: [UInt8]
  }

  private let ledger: SignatureLedger
  private let metrics: any MetricsFactory
  private let verified: NIOLockedValueBox<RecentValues<Known, UserClaims>>
  /// Keys are read once, and again when they change.
  private let judges = NIOLockedValueBox<[AppID: (keys: [UserAuthentication.Key], judge: UserTokenJudge)]>([:]
  )

  public init(ledger: SignatureLedger, metrics: any MetricsFactory, capacity: Int = 10_000) {
    self.ledger = ledger
    self.metrics = metrics
    verified = NIOLockedValueBox(RecentValues(capacity: capacity))
  }

  /// - Parameters:
  ///   - users: All users whom the request names, first the one for whom it asks.
  ///   - isLab: Whether the request comes from a device of the server's own lab.
  func proof(
    _ request: Request, naming users: [String], by catalogue: CampaignCatalogue, isLab: Bool, app: AppID,
    at now: Instant
  ) async -> UserProof {
    let mode = catalogue.userAuthentication.mode
    guard mode != .off, !users.isEmpty else { return UserProof(mode: mode, evidence: .none, now: now) }
    guard !isLab else { return UserProof(mode: mode, evidence: .lab, now: now) }
    let judge = tokenJudge(of: app, catalogue.userAuthentication.keys)
    let proof = UserProof(
      mode: mode, evidence: await evidence(request.headers[.martletUserSignature], judge), now: now)
    let doubt = proof.notice(of: users)?.reason.known
    ledger.add(doubt.map { mode == .required ? .refused($0) : .tolerated($0) } ?? .vouched, app: app, at: now)
    Counter(
      label: "martlet_user_signatures_total", dimensions: [("result", doubt?.rawValue ?? "vouched")],
      factory: metrics
    ).increment()
    return proof
  }

  private func tokenJudge(of app: AppID, _ keys: [UserAuthentication.Key]) -> UserTokenJudge {
    if let known = judges.withLockedValue({ $0[app] }), known.keys == keys { return known.judge }
    let judge = UserTokenJudge(keys)
    judges.withLockedValue { $0[app] = (keys, judge) }
    return judge
  }

  private func evidence(_ text: String?, _ judge: UserTokenJudge) async -> UserProof.Evidence {
    let known = text.flatMap { text in
      text.utf8.count > Wire.UserSignature.maximumLength
        ? nil : Known(keys: judge.fingerprint, token: Array(SHA256.hash(data: Array(text.utf8))))
    }
    if let known, let claims = verified.withLockedValue({ $0[known] }) { return .token(claims) }
    do throws(RefusedToken) {
      let claims = try await judge.claims(of: text)
      if let known { verified.withLockedValue { $0[known] = claims } }
      return .token(claims)
    } catch {
      return .refused(error.reason)
    }
  }
}
