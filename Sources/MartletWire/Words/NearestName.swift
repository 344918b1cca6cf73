// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Suggests a known name for a misspelt one.
public enum NearestName {
  /// The nearest name, if at most a third of its letters differ, or nil.
  public static func suggestion(for name: String, among names: [String]) -> String? {
    guard name.utf8.count <= 64 else { return nil }
    let distances = names.map { (name: $0, distance: distance(Array(name.lowercased().utf8), Array($0.utf8))) }
    guard let nearest = distances.min(by: { ($0.distance, $0.name) < ($1.distance, $1.name) }) else { return nil }
    return nearest.distance <= max(1, nearest.name.utf8.count / 3) ? nearest.name : nil
  }

  /// Insertions, removals and exchanges that turn one into the other.
  private static func distance(_ first: [UInt8], _ second: [UInt8]) -> Int {
    var row = Array(0...second.count)
    for (index, byte) in first.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for (column, other) in second.enumerated() {
        let substituted = diagonal + (byte == other ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(substituted, row[column] + 1, diagonal + 1)
      }
    }
    return row[second.count]
  }
}
