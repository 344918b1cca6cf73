// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import Testing

@Suite("Sets of people")
struct PersonSetTests {
  static let sets: [([Int64], [Int64])] = [
    ([], []), ([1], []), ([0, 63, 64, 65], [64, 200]),
    (Array(0..<300), Array(stride(from: 0, to: 300, by: 7))), ([1_000_000], [1]),
  ]

  @Test(arguments: sets.indices)
  func `they combine like sets`(index: Int) {
    let (left, right) = Self.sets[index]
    var (union, intersection, difference) = (PersonSet(left), PersonSet(left), PersonSet(left))
    union.formUnion(PersonSet(right))
    intersection.formIntersection(PersonSet(right))
    difference.subtract(PersonSet(right))
    #expect(union == PersonSet(Set(left).union(right)))
    #expect(intersection == PersonSet(Set(left).intersection(right)))
    #expect(difference == PersonSet(Set(left).subtracting(right)))
    #expect(union.count == Set(left).union(right).count)
  }

  @Test(arguments: [(0, 3), (2, 3), (3, 3), (10, 3), (1_000, 10), (7, 0)])
  func `a sample is spread over all of them`(count: Int, size: Int) {
    let all = (0..<Int64(count)).map { $0 * 3 }
    let sample = PersonSet(all).sample(size)
    #expect(sample.count == min(size, count))
    #expect(sample == sample.sorted() && Set(sample).isSubset(of: all))
    if count == 1_000 { #expect(sample == (0..<10).map { $0 * 300 }) }
  }
}
