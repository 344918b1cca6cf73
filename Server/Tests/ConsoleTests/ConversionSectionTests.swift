// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletCore
import MartletWire
import Pages
import PeopleFiles
import Testing

@testable import Console

@Suite struct ConversionSectionTests {
  private static func rule(_ name: String, _ event: String, revenue: String? = nil) throws -> ConversionRule {
    var problems: [Diagnostic] = []
    let conversion = Wire.Conversion(
      name: name, event: ["kind": "custom", "name": .string(event)], revenue: revenue)
    return try #require(ConversionRule(conversion, at: "", &problems), "\(problems)")
  }

  private static func counts() throws -> [ConversionCount] {
    [
      ConversionCount(
        try rule("Order", "order_placed", revenue: "price"), shown: 1_240, converted: 87, conversions: 103,
        revenue: Revenue(["": 1_234_550])),
      ConversionCount(try rule("Review", "review_written"), shown: 1_240, converted: 0, conversions: 0),
    ]
  }

  private static func source() throws -> CampaignPage.Source {
    var source = Samples.source(Samples.cart)
    source.conversions = try counts()
    source.converted = ConversionCount(
      try rule("Order", "order_placed", revenue: "price"), shown: 3_000, converted: 210, conversions: 260)
    return source
  }

  @Test func `a campaign with conversions looks as recorded`() throws {
    let site = try Console.site(navigation: [.campaigns, .lab, .settings])
    let frame = Frame(
      title: "Cart", section: "campaigns", trail: [.campaigns], appName: "Acorn Shop", csrfToken: "token",
      styleSheets: ["console.css"],
      scripts: ["console.js"], isWide: true)
    let html = site.page(
      "campaigns/campaign", CampaignPage.Model(try Self.source(), query: .init()), in: frame)
    #expect(try PageFile.difference(html, from: "campaign-conversions", site: site) == nil)
  }

  @Test func `conversions that take long to count are counted when somebody asks`() throws {
    var source = try Self.source()
    (source.conversions, source.converted, source.hasManyConversions) = ([], nil, true)
    let report = CampaignPage.Model(source, query: .init(range: .month)).report
    #expect(
      report.conversions == nil
        && report.conversionsHref == "/campaigns/c-cart?range=30d&conversions=all#conversions")
    #expect(!report.figures.contains { $0.term == "Converted" })
  }

  @Test func `each conversion has people with what is likely, how often and revenue`() throws {
    let section = try #require(
      ConversionSection(try Self.counts(), range: .week, file: "", hasExperiment: false))
    #expect(
      section.rows.map(\.rate) == [
        "87 of 1,240, 7.0% (likely 5.7% to 8.6%)", "0 of 1,240, likely below 0.31%",
      ])
    #expect(section.rows.map(\.times) == ["103 conversions", "0 conversions"])
    #expect(section.rows.map(\.revenue) == ["12,345.50 revenue (sum of price)", nil])
    #expect(section.rows.map(\.window) == ["3 days", "3 days"])
    #expect(section.nobody == nil && section.experimentNote == nil)
    // Both have the same scale.
    let ends = try section.rows.map { row in
      let likely = try #require(row.bar.likely)
      return (try #require(Double(likely.start)) + (try #require(Double(likely.width)))).rounded()
    }
    #expect(ends[0] == 96 && ends[1] < 5)
  }

  @Test func `small numbers are counts without an interval, and nobody is said in words`() throws {
    var count = try Self.counts()[0]
    (count.shown, count.converted, count.conversions, count.revenue) = (29, 1, 1, Revenue(["": -5]))
    let small = try #require(ConversionSection([count], range: .day, file: "", hasExperiment: true))
    #expect(
      small.rows.map(\.rate) == ["1 of 29"] && small.rows[0].bar.likely == nil
        && small.rows[0].times == "1 conversion")
    #expect(small.rows[0].revenue == "−0.05 revenue (sum of price)")
    #expect(small.experimentNote != nil)
    count.revenue = Revenue(["USD": 200, "EUR": 1_998])
    let both = ConversionSection([count], range: .day, file: "", hasExperiment: true)
    #expect(both?.rows[0].revenue == "19.98 EUR and 2 USD revenue (sum of price)")
    let file = String(decoding: CampaignReportFile.csv([count]), as: UTF8.self)
    let sums = file.split(separator: "\r\n").suffix(2).map { row -> String in
      row.split(separator: ",").suffix(2).joined(separator: " ")
    }
    #expect(sums == ["EUR 19.98", "USD 2"])
    (count.shown, count.converted) = (0, 0)
    #expect(
      ConversionSection([count], range: .day, file: "", hasExperiment: false)?.nobody
        == "Nobody saw it in the last 24 hours.")
    #expect(ConversionSection([], range: .day, file: "", hasExperiment: false) == nil)
  }

  @Test func `the first conversion is a figure of the period and the last step of the funnel of all time`()
    throws
  {
    let section = ReportSection(try Self.source(), query: .init())
    let figure = try #require(section.figures.last)
    #expect(
      figure.term == "Converted" && figure.value == "87" && figure.unit == "people: Order within 3 days")
    #expect(figure.change != nil, "it says as of when")
    let step = try #require(section.funnel.last)
    #expect(
      step.stepName == "Converted" && step.stepCount == "210"
        && step.stepShare?.hasPrefix("7% of shown, likely 6.") == true)
    let without = ReportSection(Samples.source(Samples.cart), query: .init())
    #expect(
      without.conversions == nil && without.figures.last?.term == "Not shown"
        && without.funnel.last?.stepName == "Clicked")
  }

  @Test(
    arguments: [
      (0, "0"), (5, "0.05"), (-5, "−0.05"), (100, "1"), (123_450, "1,234.50"),
      (.max, "92,233,720,368,547,758.07"),
      (.min, "−92,233,720,368,547,758.08"),
    ] as [(Int64, String)])
  func `sums have two decimals unless they are whole`(hundredths: Int64, words: String) {
    #expect(NumberWords.amount(hundredths: hundredths) == words)
  }
}
