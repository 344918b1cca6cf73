// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

extension Wire.EventRecord: Wire.Form, WireValue {
  static var form: ValueForm { .kinds(EventKind.named.mapValues(\.shape.table)) }

  public static func read(from parser: inout Wire.JSONParser) throws(Wire.DecodingProblem) -> Self {
    // Which fields a record has depends on its kind, which may stand after them.
    let kind = parser.text(ofField: "kind") ?? ""
    let shape = EventKind.named[kind]?.shape ?? EventKind.shapeOfUnknown
    var fields = shape.blank.pointee
    try withUnsafeMutablePointer(to: &fields) { place throws(Wire.DecodingProblem) in
      try shape.table.read(&parser, into: UnsafeMutableRawPointer(place))
    }
    return fields.record
  }

  public func write(to writer: inout Wire.JSONWriter) {
    withTable { $1.write($0, to: &writer) }
  }

  /// Calls `body` with the record's fields and the table of its kind; both are valid only during the call.
  func withTable(_ body: (UnsafeRawPointer, Table) -> Void) {
    let fields = EventFields(self)
    let shape = EventKind.named[fields.kind]?.shape ?? EventKind.shapeOfUnknown
    withUnsafePointer(to: fields) { body(UnsafeRawPointer($0), shape.table) }
  }
}

extension Wire.EventRecord.Presentation {
  static let shape = Shape<Self>(
    blank: Self(id: "", campaignID: "", campaignVersion: 0), unknown: nil,
    .field("presentation_id", \.id, "Identifies one display of one campaign to one person.", .required, .id),
    .field("campaign_id", \.campaignID, "The campaign.", .required, .text(Wire.Limits.nameLength)),
    .field("campaign_version", \.campaignVersion, "The campaign's version as received.", .required, .range(1...Int64.max)))
}

extension Wire.DecisionRecord.Candidate: ShapedForm {
  static let shape = Shape<Self>(
    blank: Self(campaignID: "", campaignVersion: 0, verdict: "", detail: [:]), unknown: \.unknown,
    .field("campaign_id", \.campaignID, "The campaign.", .required, .text(Wire.Limits.nameLength)),
    .field("campaign_version", \.campaignVersion, "The campaign's version on the device.", .required, .range(1...Int64.max)),
    .field("verdict", \.verdict, "`chosen`, or the gate that stopped the campaign.", .required, .text(Wire.Limits.wordLength)),
    .field("detail", \.detail, "The values that were compared."))
}
