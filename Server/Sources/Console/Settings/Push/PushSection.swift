// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain
import MartletWire

/// The APNs keys of an app and the form for a new one.
struct PushSection {
  let form: PushKeyForm
  let keys: [Key]
  let environments: [ListTable.Choice]
  let canAddKey: Bool

  struct Key {
    let index: Int
    let id: String
    let keyID: String
    let teamID: String
    let topic: String
    let environment: String
    let createdAt: String
  }

  init(keys: [PushKey], form: PushKeyForm) {
    self.form = form
    self.keys = keys.enumerated().map { index, key in
      Key(
        index: index, id: key.id, keyID: key.keyID, teamID: key.teamID, topic: key.topic,
        environment: Self.words(key.environment),
        createdAt: UTCTime(key.createdAt).words)
    }
    environments = ([nil] + Wire.PushEnvironment.allCases.map(Optional.some)).map { environment in
      ListTable.Choice(
        value: environment?.rawValue ?? "", label: Self.words(environment).capitalisingFirst,
        isChosen: environment == form.environment)
    }
    canAddKey = keys.count < PushKey.maximum
  }

  private static func words(_ environment: Wire.PushEnvironment?) -> String {
    switch environment {
    case .production?: "production only"
    case .development?: "development only"
    case nil: "both environments"
    }
  }
}

/// What was typed into the form for a new APNs key, without the key itself, which is never sent
/// back.
struct PushKeyForm {
  var keyID = ""
  var teamID = ""
  var topic = ""
  var environment: Wire.PushEnvironment?
  /// By field.
  var problems: [String: String] = [:]
  /// What concerns no single field.
  var problem: String?
}
