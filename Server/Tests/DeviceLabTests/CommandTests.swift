// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletTesting
import MartletUI
import MartletWire
import Testing

@testable import DeviceLab

@Suite struct CommandTests {
  @Test(
    arguments: [
      (#"{"command":"start_session"}"#, LabCommand.startSession), (#"{"command":"background"}"#, .background),
      (#"{"command":"quit"}"#, .quit),
      (
        #"{"command":"log_event","name":"cart_viewed","properties":{"total":42}}"#,
        .log(.custom(name: "cart_viewed", properties: ["total": 42]))
      ),
      (#"{"command":"log_event","name":"x"}"#, .log(.custom(name: "x", properties: [:]))),
      (
        #"{"command":"purchase","product_id":"mug","currency":"EUR","price":14.5}"#,
        .log(.purchase(Purchase(productID: "mug", currency: "EUR", price: 14.5)))
      ),
      (#"{"command":"push_click"}"#, .log(.pushClick(campaign: nil))),
      (#"{"command":"push_click","campaign_id":"spring"}"#, .log(.pushClick(campaign: "spring"))),
      (#"{"command":"advance","seconds":3600}"#, .advance(.seconds(3_600))),
      (#"{"command":"enabled","on":false}"#, .enabled(false)),
      (#"{"command":"set","setting":"choice","value":"reenqueue"}"#, .set(.choice, "reenqueue")),
      (#"{"command":"present_next"}"#, .presentNext),
      (#"{"command":"show","message":"sample:full"}"#, .show(.sample(.full))),
      (#"{"command":"show","message":"campaign:c-1"}"#, .show(.campaign("c-1"))),
      (#"{"command":"change_user","user_id":"visitor-1"}"#, .changeUser(id: "visitor-1")),
      (#"{"command":"set","setting":"offline","value":"on"}"#, .set(.offline, "on")),
      (#"{"command":"set","setting":"text","value":"310"}"#, .set(.text, "310")),
      (#"{"command":"set","setting":"direction","value":"rtl"}"#, .set(.direction, "rtl")),
      (#"{"command":"set","setting":"reduce_motion","value":"off"}"#, .set(.reduceMotion, "off")),
    ])
  func `every command is read from its document`(_ text: String, _ expected: LabCommand) throws {
    #expect(try LabCommand(json: json(text)) == expected)
  }

  @Test(
    arguments: [
      (#"{}"#, ["command"]), (#"{"command":"dance"}"#, ["command"]), (#"{"command":"log_event"}"#, ["name"]),
      (#"{"command":"log_event","name":"","properties":3}"#, ["name", "properties"]),
      (#"{"command":"log_event","name":7}"#, ["name"]),
      (#"{"command":"log_event","name":"x","properties":{"a":{"":1}}}"#, ["properties.a.…"]),
      (
        #"{"command":"log_event","name":"x","properties":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{"a":{}}}}}}}}}}"#,
        ["properties.a.a.a.a.a.a.a.a"]
      ),
      (
        #"{"command":"purchase","product_id":"mug","currency":"euro","price":-1,"quantity":0}"#,
        ["currency", "price", "quantity"]
      ),
      (#"{"command":"purchase","product_id":"mug","currency":"eur","price":"1"}"#, ["currency", "price"]),
      (#"{"command":"change_user","user_id":""}"#, ["user_id"]),
      (#"{"command":"set","setting":"text","value":"311"}"#, ["value"]),
      (#"{"command":"set","setting":"text","value":"79"}"#, ["value"]),
      (#"{"command":"set","setting":"text","value":"100.5"}"#, ["value"]),
      (#"{"command":"set","setting":"text","value":100}"#, ["value"]),
      (#"{"command":"set","setting":"mood","value":"on"}"#, ["setting"]),
      (#"{"command":"set"}"#, ["setting", "value"]),
      (#"{"command":"set","setting":"keyboard","value":"up"}"#, ["value"]),
      (#"{"command":"show"}"#, ["message"]), (#"{"command":"show","message":"sample:dance"}"#, ["message"]),
      (#"{"command":"show","message":"campaign:"}"#, ["message"]),
      (#"{"command":"advance","seconds":0}"#, ["seconds"]),
      (#"{"command":"advance","seconds":34560001}"#, ["seconds"]),
      (#"{"command":"set","setting":"choice","value":"maybe"}"#, ["value"]),
      (#"{"command":"push_click","campaign_id":""}"#, ["campaign_id"]), (#"{"command":"enabled"}"#, ["on"]),
      (#"{"command":"set","setting":"model","value":"watch"}"#, ["value"]),
    ])
  func `what is wrong is said of its field`(_ text: String, _ fields: [String]) throws {
    let problem = #expect(throws: Wire.Problem.self) { try LabCommand(json: json(text)) }
    #expect(problem?.status == 422)
    #expect(problem.map { Set($0.errors.map(\.field)) } == Set(fields))
  }

  @Test func `a body that is no object is refused`() throws {
    let problem = #expect(throws: Wire.Problem.self) { try LabCommand(json: json("[]")) }
    #expect(problem?.status == 400)
  }

  @Test(
    arguments: [
      (#"{"scene_id":"s","event":{"appeared":{}}}"#, SceneEvent.appeared),
      (#"{"scene_id":"s","event":{"pressed":{"nodeID":"close"}}}"#, .pressed(nodeID: "close")),
      (
        #"{"scene_id":"s","event":{"failed":{"_0":{"asset":{"nodeID":"image"}}}}}"#,
        .failed(.asset(nodeID: "image"))
      ),
      (#"{"scene_id":"s","event":{"swipedAway":{}}}"#, .swipedAway),
      (#"{"scene_id":"s","event":{"backdropTapped":{}}}"#, .backdropTapped),
      (#"{"scene_id":"s","event":{"escaped":{}}}"#, .escaped),
      (#"{"scene_id":"s","event":{"disappeared":{}}}"#, .disappeared),
    ])
  func `a browser's report has the form that its script sends`(_ text: String, _ expected: SceneEvent) throws
  {
    #expect(try SceneReport(json: json(text)) == SceneReport(sceneID: "s", event: expected))
  }

  @Test(
    arguments: [
      #"{"scene_id":"s"}"#, #"{"scene_id":"s","event":{"danced":{}}}"#, #"{"event":{"appeared":{}}}"#,
    ])
  func `a report of nothing is refused`(_ text: String) throws {
    #expect(throws: Wire.Problem.self) { try SceneReport(json: json(text)) }
  }

  private func json(_ text: String) throws -> Wire.JSONValue {
    try Wire.decode(Wire.JSONValue.self, from: Array(text.utf8))
  }
}
