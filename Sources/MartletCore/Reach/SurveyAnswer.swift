// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The answer to a question of a survey.
public enum SurveyAnswer: Hashable, Sendable {
  /// The ids of the selected choices, in the order of the question. A question with a single choice
  /// has one.
  case choices([String])
  /// The rating: 0 to 10, or 1 to 5 with stars and faces.
  case rating(Int)
  case text(String)
}

/// The answers of a survey, by the id of the question. Questions that were not answered, or not
/// asked, are absent.
public typealias SurveyAnswers = [String: SurveyAnswer]
