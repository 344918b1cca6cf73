// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What `RulesBenchmarks` loads, as an app would declare it that knows no more than these fields:
/// for `JSONDecoder`.
struct PlainDefinitions: Decodable {
  struct Campaign: Decodable {
    var id: String
    var version: Int
    var priority: Priority
    var createdAt: Int64
    var triggers: [Trigger]
    var message: Message
    var reEligibility: ReEligibility?
    var caps: [Cap]?
    var tags: [String]?

    enum CodingKeys: String, CodingKey {
      case id, version, priority, triggers, message, caps, tags
      case createdAt = "created_at"
      case reEligibility = "re_eligibility"
    }
  }

  struct Priority: Decodable {
    var bucket: String
    var order: Int64
  }

  struct Trigger: Decodable {
    var kind: String
    var name: String?
    var filter: Filter?
    var triggers: [Trigger]?
    var times: Int?
    var match: String?
    var within: Window?
  }

  struct Filter: Decodable {
    var path: [String]
    var op: String
    var value: Double
  }

  struct Window: Decodable {
    var type: String
    var ms: Int64?
  }

  struct Message: Decodable {
    var kind: String
    var header: String?
    var message: String?
    var imageURL: String?
    var buttons: [Button]?
    var extras: [String: String]?

    enum CodingKeys: String, CodingKey {
      case kind, header, message, buttons, extras
      case imageURL = "image_url"
    }
  }

  struct Button: Decodable {
    var id: Int
    var text: String
  }

  struct ReEligibility: Decodable {
    var type: String
    var afterMilliseconds: Int64?

    enum CodingKeys: String, CodingKey {
      case type
      case afterMilliseconds = "after_ms"
    }
  }

  struct Cap: Decodable {
    var tag: String?
    var limit: Int
    var within: String
  }

  var tag: String
  var campaigns: [Campaign]
  var caps: [Cap]?
}
