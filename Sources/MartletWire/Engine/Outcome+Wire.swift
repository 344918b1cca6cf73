// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

extension Outcome {
  /// The name in the protocol.
  public var wireKind: Wire.EventRecord.OutcomeKind {
    switch self {
    case .shown: .shown
    case .queued: .queued
    case .suppressed: .suppressed
    case .discarded: .discarded
    case .expired: .expired
    case .recalled: .recalled
    case .replaced: .replaced
    }
  }

  /// The reason in the protocol, or nil for outcomes without one.
  public var wireReason: String? {
    switch self {
    case .queued(let reason): reason.rawValue
    case .suppressed(let reason): reason.rawValue
    case .discarded(let reason): reason.rawValue
    case .shown, .expired, .recalled, .replaced: nil
    }
  }

  /// nil if the outcome needs a reason that is missing or unknown to this version.
  public init?(kind: Wire.EventRecord.OutcomeKind, reason: String?) {
    switch kind {
    case .shown: self = .shown
    case .expired: self = .expired
    case .recalled: self = .recalled
    case .replaced: self = .replaced
    case .queued:
      guard let known = reason.flatMap(QueueReason.init(rawValue:)) else { return nil }
      self = .queued(known)
    case .suppressed:
      guard let known = reason.flatMap(SuppressionReason.init(rawValue:)) else { return nil }
      self = .suppressed(known)
    case .discarded:
      guard let known = reason.flatMap(DiscardReason.init(rawValue:)) else { return nil }
      self = .discarded(known)
    }
  }
}
