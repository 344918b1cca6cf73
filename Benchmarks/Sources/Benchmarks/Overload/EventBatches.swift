// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Requests of devices, each of a person of its own, made by writing a number into a text, so that
/// making them costs next to nothing.
struct EventBatches {
  private static let place = Array("################".utf8)

  private let template: [UInt8]
  private let places: [Int]
  private var number: Int

  /// `first`: no two of these with the same numbers may go to one server.
  init(key: String, events: Int, first: Int) {
    let mark = String(decoding: Self.place, as: UTF8.self)
    let list = (0..<events).map { index in
      #"{"id":"\#(mark)-\#(index)","kind":"custom","name":"cart_viewed","at":\#(DecisionBenchmarks.now.milliseconds),"session_id":"s","#
        + #""user_id":"\#(mark)","properties":{"amount":\#(index),"category":"hats","currency":"EUR"}}"#
    }
    let body =
      #"{"version":1,"device":{"id":"\#(mark)","platform":"ios"},"sent_at":\#(DecisionBenchmarks.now.milliseconds),"#
      + #""events":[\#(list.joined(separator: ","))]}"#
    template = HTTPConnection.bytes("POST", "/sdk/v1/events", key: key, body: Array(body.utf8))
    var places: [Int] = []
    var index = 0
    while index + Self.place.count <= template.count {
      if template[index..<index + Self.place.count].elementsEqual(Self.place) {
        places.append(index)
        index += Self.place.count
      } else {
        index += 1
      }
    }
    self.places = places
    number = first
  }

  mutating func next() -> [UInt8] {
    defer { number += 1 }
    var digits = Self.place
    // As scattered as the ids that devices make.
    var rest = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
    for index in digits.indices {
      digits[index] = "0123456789abcdef".utf8[number: Int(rest & 15)]
      rest >>= 4
    }
    var request = template
    for place in places { for index in digits.indices { request[place + index] = digits[index] } }
    return request
  }
}

extension String.UTF8View {
  fileprivate subscript(number index: Int) -> UInt8 { self[self.index(startIndex, offsetBy: index)] }
}
