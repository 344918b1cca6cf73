// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

extension Sequence {
  /// Like `sorted(by:)`, for short or rarely sorted sequences. It is compiled once. `sorted(by:)`
  /// takes 2 to 4 KB for each type.
  @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  package func inOrder(by comesBefore: (Element, Element) -> Bool) -> [Element] { sorted(by: comesBefore) }
}

extension RandomAccessCollection where Index == Int {
  /// The first position in a sorted list whose element does not come before the wanted one.
  @inline(__always)
  func firstPlace(where comesBefore: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if comesBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
