// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletWire

/// What became of a request that named users, while signatures were asked for.
public enum SignatureOutcome: Hashable, Sendable {
  /// A signature vouched for all of them.
  case vouched
  /// It was taken all the same.
  case tolerated(Wire.UserSignature.Refusal)
  /// It was not taken, wholly or in part.
  case refused(Wire.UserSignature.Refusal)
}
