// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

extension PeopleImport {
  mutating func readNDJSON(_ bytes: [UInt8]) {
    var seen: Set<String> = []
    for (index, part) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .enumerated()
    {
      let (number, text) = (index + 1, part.last == UInt8(ascii: "\r") ? part.dropLast() : part)
      guard !text.isEmpty else { continue }
      guard begin(number) else { return }
      guard text.count <= CSVReader.rowBytes else {
        add(number, .tooLong)
        continue
      }
      guard case .object(let fields)? = try? Wire.decode(Wire.JSONValue.self, from: Array(text)),
        case .string(let userID)? = fields[Self.userColumn],
        case .object(let attributes) = fields["attributes"] ?? .object([:])
      else {
        add(
          number, "The line is not an object with a \(Self.userColumn) and attributes.",
          #"Write each line like {"user_id":"ana","attributes":{"plan":"pro"}}."#)
        continue
      }
      guard attributes.count <= Limits.columns else {
        add(number, "The line has more than \(Limits.columns) attributes.", "Divide it into several lines.")
        continue
      }
      valueCount += attributes.count
      let sorted = attributes.sorted { $0.key < $1.key }.map { (key: $0.key, value: $0.value) }
      for (key, _) in sorted where seen.insert(key).inserted { columns.append(key) }
      add(Line(number: number, userID: userID, attributes: sorted), true)
    }
    if lineCount == 0 { add(1, "The file is empty.", "Write one object in each line.") }
  }
}
