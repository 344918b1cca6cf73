// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain

extension LargeApp {
  /// A page that somebody reads, with much behind it.
  public struct Page: Hashable, Sendable {
    /// The route, as the console's permissions name it.
    public let route: String
    public let path: String

    /// - Parameters:
    ///   - values: What stands for the parameters of the route, in their order.
    init(_ route: String, _ values: [String] = [], query: String = "") {
      self.route = route
      var values = values[...]
      let parts = route.split(separator: "/").map { $0.hasPrefix(":") ? values.removeFirst() : String($0) }
      path = "/" + parts.joined(separator: "/") + (query.isEmpty ? "" : "?" + query)
    }
  }

  /// The largest number of bytes of a page.
  public static let pageBytes = 200_000

  /// Each page of the console and of the lab, with the searches, orders and figures that read the
  /// most.
  public var pages: [Page] {
    plain.map { Page($0) } + lists + figures + ofCampaigns
      + [
        Page("audiences/:id", ["audience-0"]), Page("audiences/:id/list", [Self.listID.rawValue]),
        Page("people/:id", ["u:" + Self.userID(people)]),
        Page("people/:id/delete", ["u:" + Self.userID(people)]),
        Page("search", query: "q=offer+17"), Page("search", query: "q=user"),
        Page("search/results", query: "q=offer"),
        Page("search/results", query: "q=nobody+has+this"),
      ]
  }

  private var plain: [String] {
    [
      "", "account", "campaigns/new", "audiences/new", "audiences/new/list", "sample-size", "people/import",
      "privacy/requests", "lab",
      "lab/devices",
    ] + ["app", "team", "keys", "push", "limits", "holdout", "privacy"].map { "settings/" + $0 }
      + ["message", "announcement", "survey", "push", "data"].map { "campaigns/new/" + $0 }
  }

  private var lists: [Page] {
    ["", "sort=shown", "sort=name", "q=offer+17&sort=name", "state=running&sort=updated"].map {
      Page("campaigns", query: $0)
    }
      + ["", "sort=name", "sort=device", "q=user-99", "q=nobody+has+this", "q=21+Nov+1999&sort=device"].map {
        Page("people", query: $0)
      }
      + [Page("audiences"), Page("events"), Page("events", query: "q=event_3")]
  }

  private var figures: [Page] {
    let (first, second) = (Self.eventName(1), Self.eventName(2))
    return [
      Page("events/:kind", ["custom"], query: "name=\(first)"), Page("events/:kind", ["session_start"]),
      Page("events/:kind", ["purchase"], query: "name=hat"),
      Page("events/funnel"), Page("events/funnel", query: "step.0.name=\(first)&step.1.name=\(second)"),
      Page("events/retention"),
      Page("events/retention", query: "first.0.name=\(first)&active.0.name=\(second)"),
    ]
  }

  private var ofCampaigns: [Page] {
    let (running, draft) = (Self.runningCampaign, Self.draftCampaign)
    return [
      Page("campaigns/:id", [running]), Page("campaigns/:id", [draft]),
      Page("campaigns/:id", [Self.campaignID(campaigns / 2 + 1)]),
      Page("campaigns/:id/breakdown", [running]), Page("campaigns/:id/backtest", [draft]),
      Page("campaigns/:id/history", [running]),
      Page("campaigns/:id/history/:number", [running, "1"]), Page("campaigns/:id/edit", [draft]),
      Page("campaigns/:id/edit", [running]),
      Page("campaigns/:id/launch", [draft]), Page("campaigns/:id/resume", [Self.pausedCampaign]),
    ]
  }
}
