// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import TestSupport
import Testing

@testable import MartletWire

/// What documents say of the wire's fields is written from the tables that read and write them.
/// `make reference` writes it anew.
// One after the other, because two of them write into the same file.
@Suite("The fields in documents are those that are read", .serialized)
struct ReferenceTests {
  private static let root = Golden.fixtures.deletingLastPathComponent().deletingLastPathComponent()
  private static let isRecording = ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1"

  /// All that stands in a request, in an answer, or in a campaign.
  static let forms = FormReference.forms(in: [
    Wire.SyncRequest.self, Wire.SyncResponse.self, Wire.EventsRequest.self, Wire.EventsResponse.self,
    Wire.RenderRequest.self,
    Wire.RenderResponse.self, Wire.PrivacyRequest.self, Wire.PrivacyResponse.self, Wire.Campaign.self,
    Wire.Problem.self,
  ])

  @Test func `docs/wire.md has a table for each form, with its fields in their order`() throws {
    var missing = Set(Self.forms.filter { if case .filter = $0.value.form { false } else { true } }.keys)
    try compare("docs/wire.md", begin: "<!-- fields: ", end: "<!-- end of fields -->") { name in
      missing.remove(name)
      return Self.forms[name].map { FormReference.table(of: $0) + "\n" }
    }
    #expect(
      missing.sorted() == [],
      "Give each its place in docs/wire.md: <!-- fields: Name --> and <!-- end of fields -->.")
  }

  @Test func `docs/push.md has a table for each form in a push notification`() throws {
    let forms = FormReference.forms(in: [Wire.Push.self])
    var missing = Set(forms.keys)
    try compare("docs/push.md", begin: "<!-- fields: ", end: "<!-- end of fields -->") { name in
      missing.remove(name)
      return forms[name].map { FormReference.table(of: $0) + "\n" }
    }
    #expect(
      missing.sorted() == [],
      "Give each its place in docs/push.md: <!-- fields: Name --> and <!-- end of fields -->.")
  }

  @Test func `openapi.yaml has a schema for each form`() throws {
    // What programs write is a campaign too, and has the shorter name.
    let reference = FormReference(prefix: "#/components/schemas/", names: ["Campaign": "CampaignDefinition"])
    try compare(
      "Server/Sources/AdminAPI/Assets/openapi.yaml", begin: "    # Forms: ", end: "    # End of forms"
    ) { _ in
      Self.forms.sorted { $0.key < $1.key }.map { name, type in
        "    \(reference.names[name] ?? name):\n"
          + reference.schema(ofForm: type).yaml(depth: 2, indent: "      ")
      }.joined()
    }
  }

  @Test func `openapi.yaml names every rule of a campaign where one is written`() throws {
    let reference = FormReference(prefix: "#/components/schemas/")
    try compare(
      "Server/Sources/AdminAPI/Assets/openapi.yaml", begin: "        # Rules: ", end: "        # End of rules"
    ) { name in
      let forms: [String: any WireValue.Type] = [
        "delivery": Wire.DeliveryRules.self, "surfaces": Wire.SurfaceRules.self,
      ]
      guard let rules = forms[name] else { return nil }
      return reference.schema(ofForm: rules).fields.first { $0.0 == "properties" }?.1.yaml(
        depth: 1, indent: "        ")
    }
  }

  @Test func `scenarios are checked by schemas of what is read, where a field of another name is a mistake`()
    throws
  {
    let reference = FormReference(prefix: "#/$defs/", isStrict: true, optional: ["Campaign.created_at"])
    let forms = FormReference.forms(in: [Wire.Campaign.self]).sorted { $0.key < $1.key }
    let schema = Schema.object([
      ("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
      ("$id", .text("https://martlet.invalid/forms.schema.json")),
      ("title", .text("Campaigns, messages and caps in scenarios")),
      ("description", .text("Written by `make reference`.")),
      ("$defs", .object(forms.map { ($0.key, reference.schema(ofForm: $0.value)) })),
    ])
    try settle("Scenarios/forms.schema.json", schema.json(depth: 4) + "\n")
  }

  // MARK: -

  /// Compares what stands between two lines, or writes it.
  ///
  /// - Parameter text: Of the region that is named in its first line; nil: there is no such form.
  private func compare(_ path: String, begin: String, end: String, text: (String) -> String?) throws {
    let file = try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
    let parts = file.components(separatedBy: begin)
    var written = parts[0]
    #expect(parts.count > 1, "\(path) has no region that begins with \(begin).")
    for part in parts.dropFirst() {
      let name = String(part.prefix(while: \.isLetter))
      let head = part.prefix { $0 != "\n" }
      let rest = try #require(part.range(of: end), "\(path): the region \(name) does not end.")
      let region = try #require(text(name), "\(path): there is no form \(name).")
      written += begin + head + "\n" + region + part[rest.lowerBound...]
    }
    try settle(path, written)
  }

  private func settle(_ path: String, _ text: String) throws {
    let url = Self.root.appending(path: path)
    if Self.isRecording { return try text.write(to: url, atomically: true, encoding: .utf8) }
    #expect(
      try String(contentsOf: url, encoding: .utf8) == text,
      "\(path) is not what the code reads: run make reference, and look at the difference.")
  }
}
