// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

extension ReachMachine.Snapshot: ShapedValue {
  static let shape = Shape<Self>(
    blank: Self(), unknown: nil,
    .field("items", \.entries, "The items that have not ended, in the order of their arrival."),
    .field("current", \.current, "The item that has the screen. Absent: none."),
    .field("attempts", \.attempts, "The number of attempts."),
    .field("ended", \.ended, "The ids of ended items, oldest first."),
    .field("screen", \.screen, "The screen of the app."),
    .field("active", \.isActive, "Whether the app is active."),
    .field("ready", \.isReady, "Whether somebody shows items."),
    .field("window", \.hasWindow, "Whether the app has a window."),
    .field("message_due", \.isMessageDue, "Whether a message has the screen."))
}

extension ReachMachine.Entry: ShapedValue {
  static let shape = Shape<Self>(
    blank: Self(item: ReachItem.shape.blank.pointee, place: 0), unknown: nil,
    .part(\.item, ReachItem.shape), .field("steps", \.steps, "What was recorded."),
    .field("stage", \.stage, "How far it came."),
    .field("opened", \.isOpened, "Whether its push was tapped."),
    .field("loadings", \.loadings, "How often loading failed."))
}

extension ReachMachine.Current: ShapedValue {
  static let shape = Shape<Self>(
    blank: Self(id: "", stage: .offered, attempt: 0), unknown: nil,
    .field("item_id", \.id, "The item.", .required), .field("stage", \.stage, "How far it came.", .required),
    .field("attempt", \.attempt, "The number of the attempt.", .required))
}

extension ReachMachine.Steps: WireValue {
  static var form: ValueForm { .integer }

  static func read(from parser: inout Wire.JSONParser) throws(Wire.DecodingProblem) -> Self {
    Self(rawValue: try Int.read(from: &parser))
  }
  func write(to writer: inout Wire.JSONWriter) { rawValue.write(to: &writer) }
}
