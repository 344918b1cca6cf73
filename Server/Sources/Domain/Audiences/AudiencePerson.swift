// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// What is known about a person, for audiences.
public protocol AudiencePerson {
  /// nil if it is missing.
  func value(of subject: AudienceSubject, at now: Instant) -> Value?
  /// When each of these events happened that count now.
  func times(of activity: AudienceActivity, at now: Instant) -> [Instant]
}
