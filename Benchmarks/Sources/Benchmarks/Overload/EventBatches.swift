// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Requests of devices with ten events each, made by writing numbers into a text, so that making
/// them costs next to nothing.
struct EventBatches {
  static let events = 10
  private static let batchMark = "################"
  private static let personMark = "@@@@@@@@@@@@@@@@"

  private let template: [UInt8]
  private let (batchPlaces, personPlaces): ([Int], [Int])
  private var number: Int
  private let people: Int

  /// - Parameters:
  ///   - first: No two of these with the same numbers may go to one server.
  ///   - people: How many there are, who send in turn. With the default, each batch is of a person
  ///     of its own.
  init(key: String, first: Int, people: Int = .max) {
    let now = DecisionBenchmarks.now.milliseconds
    let list = (0..<Self.events).map { index in
      #"{"id":"\#(Self.batchMark)-\#(index)","kind":"custom","name":"cart_viewed","at":\#(now),"session_id":"s","#
        + #""user_id":"\#(Self.personMark)","properties":{"amount":\#(index),"category":"hats","currency":"EUR"}}"#
    }
    let body =
      #"{"version":1,"device":{"id":"\#(Self.personMark)","platform":"ios"},"sent_at":\#(now),"#
      + #""events":[\#(list.joined(separator: ","))]}"#
    template = HTTPConnection.bytes("POST", "/sdk/v1/events", key: key, body: Array(body.utf8))
    batchPlaces = Self.places(of: Self.batchMark, in: template)
    personPlaces = Self.places(of: Self.personMark, in: template)
    (number, self.people) = (first, people)
  }

  private static func places(of mark: String, in text: [UInt8]) -> [Int] {
    (0...text.count - mark.utf8.count).filter { text[$0...].starts(with: mark.utf8) }
  }

  mutating func next() -> [UInt8] {
    defer { number += 1 }
    var request = template
    Self.write(number, at: batchPlaces, in: &request)
    Self.write(number % people, at: personPlaces, in: &request)
    return request
  }

  /// As scattered as the ids that devices make.
  private static func write(_ number: Int, at places: [Int], in request: inout [UInt8]) {
    var rest = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
    for index in 0..<16 {
      let digit = "0123456789abcdef".utf8[number: Int(rest & 15)]
      for place in places { request[place + index] = digit }
      rest >>= 4
    }
  }
}

extension String.UTF8View {
  fileprivate subscript(number index: Int) -> UInt8 { self[self.index(startIndex, offsetBy: index)] }
}
