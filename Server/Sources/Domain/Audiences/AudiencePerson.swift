// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore

/// What is known about a person, for audiences.
public protocol AudiencePerson {
  /// nil if nothing is stored about it. Then it is missing, or the subject's `ofOthers`.
  ///
  /// - Parameter filter: If the subject is an activity with a filter: the filter, compiled.
  func value(of subject: AudienceSubject, _ filter: FilterProgram?, at now: Instant) -> Value?
  /// When each of these events happened that count now.
  ///
  /// - Parameter filter: That of the activity, compiled.
  func times(of activity: AudienceActivity, _ filter: FilterProgram?, at now: Instant) -> [Instant]
}
