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

extension RandomAccessCollection where Index == Int {
  /// Where the elements begin, of a sorted list, that do not come before what is sought.
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
