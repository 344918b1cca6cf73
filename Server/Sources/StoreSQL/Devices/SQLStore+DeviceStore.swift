// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
import Foundation
public import MartletCore
public import MartletWire
public import Store

extension SQLStore {
  public func standing(_ question: DeviceQuestion) async throws(StoreError) -> DeviceStanding {
    let name = PersonID.of(userID: question.userID, deviceID: question.deviceID)
    let nothing = DeviceStanding(personID: name, notOffered: question.campaigns)
    guard ![question.deviceID, name].contains(where: { $0.utf8.contains(0) }) else { return nothing }
    let numbers = memory.campaignNumbers.numbers(of: question.campaigns, app: question.app)
    return try await readShared { db in try db.standing(question, numbers) ?? nothing }
  }

  public func issueDeviceCredential(_ hash: [UInt8], deviceID: String, app: AppID, at: Instant)
    async throws(StoreError)
  {
    try await commit { db in
      let key = try db.appKey(app)
      try db.run(SQL.issueDeviceCredential, [key, deviceID, Data(hash), at.milliseconds, key, deviceID])
      try db.run(
        SQL.trimDeviceCredentials, [key, deviceID, key, deviceID, DeviceCredentials.maximumUnused])
    }
  }

  public func useDeviceCredential(_ hash: [UInt8], deviceID: String, app: AppID, at: Instant)
    async throws(StoreError) -> Bool
  {
    try await commit { db in
      let key = try db.appKey(app)
      guard
        try db.execute(SQL.useDeviceCredential, [at.milliseconds, key, deviceID, Data(hash)]) == 1
      else { return false }
      try db.run(SQL.replaceDeviceCredentials, [key, deviceID, Data(hash)])
      return true
    }
  }

  public func revokeDevice(_ deviceID: String, app: AppID, at: Instant) async throws(StoreError) {
    guard !deviceID.isEmpty, !deviceID.utf8.contains(0) else {
      throw .failed("A device's id is not empty and has no U+0000.")
    }
    try await write { db in
      let key = try db.appKey(app)
      try db.run(SQL.revokeDevice, [key, deviceID, at.milliseconds])
      for table in ["device_credential", "push_device"] {
        try db.run("DELETE FROM \(table) WHERE app = ? AND device_id = ?", [key, deviceID])
      }
    }
  }
}

extension SQLSession {
  /// nil if there is no such app.
  func standing(_ question: DeviceQuestion, _ numbers: CampaignNumbers.Numbered) throws -> DeviceStanding? {
    guard let app = try knownAppKey(question.app) else { return nil }
    let name = PersonID.of(userID: question.userID, deviceID: question.deviceID)
    let anonymous = PersonID.of(userID: nil, deviceID: question.deviceID)
    var standing = DeviceStanding(personID: name, notOffered: question.campaigns)
    let facts = FactReading(app: app, now: question.at)
    func further(about people: AskedPeople, _ offers: SQLQuestion) -> [SQLQuestion] {
      facts.questions(about: people, question.needs)
        + (question.wantsExperiments ? [SQL.armsOfPeople.question(about: people, app: app)] : [])
        + (question.campaigns.isEmpty ? [] : [offers])
    }
    // Almost always, the person is whom the name leads to. Then all answers come at once.
    var asked: (people: AskedPeople, offers: SQLQuestion)?
    try prefetch {
      let ahead = (AskedPeople.named(name), SQLQuestion(SQL.offersOfNamed, [app, name]))
      asked = ahead
      return further(about: ahead.0, ahead.1)
    }
    let questions =
      [
        SQLQuestion(SQL.deviceCredentials, [app, question.deviceID]),
        SQLQuestion(SQL.deviceRevocation, [app, question.deviceID]),
        SQLQuestion(SQL.pushDevice, [app, question.deviceID]), SQLQuestion(SQL.person, [app, name]),
      ] + (question.userID == nil ? [] : [SQLQuestion(SQL.personCalled, [app, anonymous])])
    let found = try rows(ofEach: questions)
    standing.credentials = DeviceCredentials(found[0], revokedAt: found[1].first?[0])
    var person = found[3].first?[0] as Int64?
    if person == nil, question.userID != nil, let other = found[4].first {
      (person, standing.personID, asked) = (other[0], anonymous, nil)
    }
    standing.push = try StoredPushDevice(found[2].first, of: person)
    guard let person else { return standing }
    let (people, offers) = asked ?? (.people([person]), SQLQuestion(SQL.offersOfPerson, [app, person]))
    if asked == nil { try prefetch { further(about: people, offers) } }
    standing.facts = try facts.facts(of: [person], as: people, question.needs, self)[person] ?? PersonFacts()
    if question.wantsExperiments {
      standing.experiments = try experimentStanding(of: person, as: people, app: app)
    }
    if !question.campaigns.isEmpty {
      let offers = Offers(try rows(ofEach: [offers])[0].first?[0])
      standing.notOffered = numbers.campaigns(
        notIn: Offers.Step.allCases.map { offers.all($0, isTest: question.isTest) })
    }
    return standing
  }
}

extension DeviceCredentials {
  fileprivate init(_ rows: [SQLRow], revokedAt: Int64?) {
    self.init(
      credentials: rows.map { row in
        Credential(
          hash: Array(row["hash"] as Data), issuedAt: Instant(milliseconds: row["issued_at"]),
          usedAt: Instant(stored: row["used_at"]))
      }, revokedAt: Instant(stored: revokedAt))
  }
}

extension SQLStore {
  public func attributes(
    _ keys: Set<String>, personID: String, toldTo reader: AttributeReader, app: AppID
  ) async throws(StoreError) -> [String: Wire.JSONValue] {
    guard !keys.isEmpty, !personID.utf8.contains(0) else { return [:] }
    return try await read { db in
      var found: [String: Wire.JSONValue] = [:]
      for key in keys where !key.utf8.contains(0) {
        let text: String?
        switch reader {
        case .person:
          text = try db.value(SQL.attributeOfPerson, [key, app.rawValue, personID], as: String.self)
        case .device(let id):
          text = try db.value(
            SQL.attributeKnownToDevice, [key, app.rawValue, personID, "d:" + id, id, id], as: String.self)
        }
        guard let text else { continue }
        guard let value = try? Wire.decode(Wire.JSONValue.self, from: Array(text.utf8)) else {
          throw StoreError.failed("A stored attribute cannot be read.")
        }
        if value != .null { found[key] = value }
      }
      return found
    }
  }
}

extension SQL {
  static let attributeOfPerson = """
    SELECT a.value FROM person_alias n JOIN person_attribute a ON a.app = n.app AND a.person_id = n.person_id AND a.key = ?
    WHERE n.app = \(thisApp) AND n.alias = ?
    """
  /// Where changes made up the value, each of them counts, because what somebody else said is part
  /// of it. A folded value belongs to nobody.
  fileprivate static let attributeKnownToDevice = """
    SELECT a.value FROM person_alias n
      JOIN person p ON p.app = n.app AND p.person_id = n.person_id
      JOIN person_attribute a ON a.app = n.app AND a.person_id = n.person_id AND a.key = ?
    WHERE n.app = \(thisApp) AND n.alias = ? AND (p.alias = ? OR (
      EXISTS (
        SELECT 1 FROM event e WHERE e.app = a.app AND e.person_id = a.person_id AND e.id = a.event_id AND e.device_id = ?)
      AND NOT EXISTS (
        SELECT 1 FROM person_attribute_step s
          LEFT JOIN event e ON e.app = s.app AND e.person_id = s.person_id AND e.id = s.event_id
        WHERE s.app = a.app AND s.person_id = a.person_id AND s.key = a.key AND (s.kind = 'folded' OR e.device_id IS DISTINCT FROM ?))))
    """
  static let deviceCredentials = """
    SELECT hash, issued_at, used_at FROM device_credential WHERE app = ? AND device_id = ? ORDER BY issued_at, hash
    """
  static let deviceRevocation =
    "SELECT revoked_at FROM revoked_device WHERE app = ? AND device_id = ?"
  fileprivate static let issueDeviceCredential = """
    INSERT INTO device_credential (app, device_id, hash, issued_at) SELECT ?, ?, ?, ?
    WHERE NOT EXISTS (SELECT 1 FROM revoked_device WHERE app = ? AND device_id = ?)
    """
  fileprivate static let trimDeviceCredentials = """
    DELETE FROM device_credential WHERE app = ? AND device_id = ? AND used_at IS NULL AND hash NOT IN (
      SELECT hash FROM device_credential WHERE app = ? AND device_id = ? AND used_at IS NULL
      ORDER BY issued_at DESC, hash LIMIT ?
    )
    """
  fileprivate static let useDeviceCredential = """
    UPDATE device_credential SET used_at = ? WHERE app = ? AND device_id = ? AND hash = ? AND used_at IS NULL
    """
  fileprivate static let replaceDeviceCredentials =
    "DELETE FROM device_credential WHERE app = ? AND device_id = ? AND hash <> ?"
  fileprivate static let revokeDevice = """
    INSERT INTO revoked_device (app, device_id, revoked_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING
    """
}
