// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// An answer as the value of an option: the ids of its question and choice. They are arbitrary
/// text, so they are written as JSON.
struct AnswerName: Hashable, Sendable {
  let question: String
  /// nil: any answer.
  let answer: String?
}

extension AnswerName {
  /// nil if the text is none that `text` returns.
  init?(_ text: String) {
    guard let ids = try? JSONDecoder().decode([String].self, from: Data(text.utf8)),
      (1...2).contains(ids.count)
    else { return nil }
    self.init(question: ids[0], answer: ids.count == 2 ? ids[1] : nil)
  }

  var text: String {
    let ids = [question] + (answer.map { [$0] } ?? [])
    return (try? JSONEncoder().encode(ids)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
