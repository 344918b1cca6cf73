// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Authoring
public import Documents
public import Domain
import MartletCore
import MartletWire
import Statistics

/// A rule that is not stored.
struct AudienceQuestion: ShapedRequest {
  var rule = Wire.JSONValue.null

  static let shape = Shape<Self>(
    "AudienceQuestion", "", .required("rule", \.rule, "", .named("AudienceRule")))
}

struct ChangedList: Shaped {
  var userIDs: Int
  var wrongLines: Int

  static let shape = Shape<Self>(
    "AudienceListChange", "", .field("user_ids", \.userIDs),
    .field("wrong_lines", \.wrongLines, "Lines that were left out."))
}

extension Audience: Listed {
  public static let listing = "audiences"
  public static let shape = Shape<Self>(
    "Audience", "", .field("id", \.id.rawValue), .field("name", \.name),
    .field("rule", \.rule, "", .named("AudienceRule")), .field("revision", \.revision),
    .field("created_at", \.createdAt), .field("updated_at", \.updatedAt))
}

private let sampleWords = "Ids of some of them: `u:` and the user id, or `d:` and the device id."

extension AudienceAuthoring.Count: Shaped {
  public static let shape = Shape<Self>(
    "AudienceCount", "", .field("people", \.people, "Who match."),
    .field("reachable", \.reachable, "Of these, whom a notification can reach."),
    .field("total", \.total, "All people of the app."), .field("at", \.at),
    .field("sample", \.sample, sampleWords, .most(10)))
}

/// nil: the app has nobody.
struct EstimatedAudience: Shaped {
  var estimate: AudienceAuthoring.CountEstimate?
  var now: Instant

  static let shape = Shape<Self>(
    "AudienceEstimate", "",
    .field("people", { Figure(estimate: $0.estimate?.people) }, "Who match."),
    .field(
      "reachable", { Figure(estimate: $0.estimate?.reachable) }, "Of these, whom a notification can reach."),
    .field("total", { Figure(estimate: $0.estimate?.total) }, "All people of the app."),
    .field("asked", { $0.estimate?.asked ?? 0 }, "How many people the rule was evaluated for."),
    .field("at", { $0.estimate?.at ?? $0.now }),
    .field("sample", { $0.estimate?.sample ?? [] }, sampleWords, .most(10)))

  struct Figure: Shaped {
    var estimate: Estimate?

    static let shape = Shape<Self>(
      "AudienceFigure", "An estimate with its 95% interval.",
      .field("value", { whole($0.estimate?.value) }), .field("lower", { whole($0.estimate?.interval.lower) }),
      .field("upper", { whole($0.estimate?.interval.upper) }))

    private static func whole(_ number: Double?) -> Int { Int((number ?? 0).rounded()) }
  }
}

extension AudienceSize: Listed {
  public static let listing = "sizes"
  public static let shape = Shape<Self>(
    "AudienceSize", "", .field("at", \.at), .field("people", \.people),
    .field("reachable", \.reachable, "Of these, whom a notification could reach."))
}

extension AudienceAuthoring.Overlap: Shaped {
  public static let shape = Shape<Self>(
    "AudienceOverlap", "", .field("people", \.people, "People of the audience."), .field("at", \.at),
    .field("campaigns", \.shares),
    .field("for_everybody", \.forEverybody, "Running campaigns for everybody, so for all of this audience."),
    .field("not_compared", \.others, "Further running campaigns."))
}

extension AudienceAuthoring.Overlap.Share: Shaped {
  public static let shape = Shape<Self>(
    "AudienceOverlapShare", "", .field("id", \.campaign.id.rawValue), .field("name", \.campaign.name),
    .field("people", \.people, "People who are in both audiences."))
}
