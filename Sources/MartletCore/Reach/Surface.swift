// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A place where a campaign reaches a person. The raw value is its name in the protocol.
public enum Surface: String, Hashable, Sendable, CaseIterable {
  /// A message that the presenter shows.
  case message
  /// A notification inside the app. A tap opens the content, if there is any.
  case banner
  /// An announcement or a survey.
  case content
  /// Bytes for the app. Nothing is shown.
  case data
  /// A notification that the system shows.
  case push
}

extension Surface? {
  /// Whether the display of content is an impression of its campaign, if this surface opened it.
  /// Whoever opened it from a banner has seen the campaign before. nil: it opened by itself.
  public var opensWithImpression: Bool { self != .banner }
}
