// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Sequence {
  /// As `sorted(by:)`, for what is short or seldom sorted: compiled once and not for each type, which takes 2 to 4 KB every time.
  @inline(never)
  @_semantics("optimize.sil.specialize.generic.never")
  package func inOrder(by comesBefore: (Element, Element) -> Bool) -> [Element] {
    sorted(by: comesBefore)
  }
}
