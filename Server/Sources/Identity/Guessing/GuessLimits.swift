// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Crypto
public import Domain
public import Store

/// Limits guesses of passwords, for each account, without a lock that somebody else could close.
///
/// Every attempt takes from two buckets. The first belongs to the account and the address that
/// asks, so one address soon has to wait, and nobody else does. The second belongs to the account
/// alone, for guesses from many addresses. It never applies to a browser that signed in to the
/// account before (`TeamAccounts.mark`), which has a bucket of its own: whoever guesses cannot keep
/// a member from a browser that they use.
///
/// Whether there is an account with that name makes no difference. All servers count together.
public enum GuessLimits {
  /// For one account and one address.
  public static let perAddress = RateLimit(perSecond: 1 / 30, burst: 10)
  /// For one account, from anywhere: more than one address alone can use up.
  public static let perAccount = RateLimit(perSecond: 1 / 15, burst: 50)
  /// For one account and one browser that signed in to it before.
  public static let perBrowser = RateLimit(perSecond: 1 / 30, burst: 10)

  /// What an attempt takes from (`MemberStore.admitGuess`).
  ///
  /// - Parameters:
  ///   - account: The address that somebody signs in with, in the form `EmailAddress.key`.
  ///   - place: Where the attempt comes from; nil for this machine, which may be a proxy that
  ///     speaks for many.
  ///   - mark: The valid mark of a browser that signed in to this account before.
  public static func buckets(account: String, place: String?, mark: String?) -> [GuessBucket] {
    if let mark { return [bucket("browser", account, mark, perBrowser)] }
    return (place.map { [bucket("address", account, $0, perAddress)] } ?? []) + [
      bucket("account", account, "", perAccount)
    ]
  }

  private static func bucket(_ kind: String, _ account: String, _ other: String, _ limit: RateLimit)
    -> GuessBucket
  {
    // The lengths keep two accounts with other parts apart.
    let text = "\(kind) \(account.utf8.count) \(account) \(other)"
    return GuessBucket(hash: Array(SHA256.hash(data: Array(text.utf8))), limit: limit)
  }
}
