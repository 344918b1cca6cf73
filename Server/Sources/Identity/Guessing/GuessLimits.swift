// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import Synchronization

/// Limits guesses of passwords, for each account, without a lock that somebody else could close.
///
/// Every attempt takes from two buckets. The first belongs to the account and the address that
/// asks, so one address soon has to wait, and nobody else does. The second belongs to the account
/// alone, for guesses from many addresses. It never applies to a browser that signed in to the
/// account before (`TeamAccounts.mark`), which has a bucket of its own: whoever guesses cannot keep
/// a member from a browser that they use.
///
/// Whether there is an account with that name makes no difference.
public final class GuessLimits: Sendable {
  /// For one account and one address.
  public static let perAddress = RateLimit(perSecond: 1 / 30, burst: 10)
  /// For one account, from anywhere: more than one address alone can use up.
  public static let perAccount = RateLimit(perSecond: 1 / 15, burst: 50)
  /// For one account and one browser that signed in to it before.
  public static let perBrowser = RateLimit(perSecond: 1 / 30, burst: 10)

  private struct Buckets {
    var addresses = TokenBuckets()
    var accounts = TokenBuckets()
    var browsers = TokenBuckets()
  }

  private let buckets = Mutex(Buckets())

  public init() {}

  /// Counts an attempt. Returns how long to wait when it is refused; nil when it may be made.
  ///
  /// - Parameters:
  ///   - account: The address that somebody signs in with, in the form `EmailAddress.key`.
  ///   - place: Where the attempt comes from; nil for this machine, which may be a proxy that
  ///     speaks for many.
  ///   - mark: The valid mark of a browser that signed in to this account before.
  public func wait(account: String, place: (any Hashable & Sendable)?, mark: String?, at now: Duration)
    -> Duration?
  {
    buckets.withLock { buckets in
      if let mark { return buckets.browsers.take(of: [account, mark], limit: Self.perBrowser, at: now).wait }
      if let place {
        let wait = buckets.addresses.take(
          of: [AnyHashable(account), AnyHashable(place)], limit: Self.perAddress, at: now
        ).wait
        if let wait { return wait }
      }
      return buckets.accounts.take(of: account, limit: Self.perAccount, at: now).wait
    }
  }
}

extension TokenBucket.Verdict {
  fileprivate var wait: Duration? {
    if case .wait(let wait) = self { wait } else { nil }
  }
}
