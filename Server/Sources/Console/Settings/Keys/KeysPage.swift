// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Domain

/// The values of the template `settings/keys`: the keys of an app and the form for a new one.
struct KeysPage {
  let tabs = SettingsSection.all(current: .keys)
  let created: CreatedKey?
  /// Code with the new SDK key; nil unless one was just created.
  let code: ConnectionCode?
  let keyList: KeyList
  let form: Form
  let scopes: [ListTable.Choice]

  /// A key that was just created.
  struct Created {
    var key: APIKey
    /// Shown only once; nil if it has been shown before.
    var secret: String?
  }

  /// What was typed into the form for a new key, and what is wrong with it.
  struct Form {
    var name = ""
    var scope = APIKey.Scope.device
    var problem: String?
  }

  struct CreatedKey {
    let keyName: String
    let scopeWords: String
    let secret: String?
    let advice: String
  }

  /// - Parameter endpoint: The address at which apps reach this server.
  init(
    _ keys: [APIKey], endpoint: String, query: KeyList.Query = .init(), form: Form = .init(),
    created: Created? = nil
  ) {
    keyList = KeyList(keys, query: query)
    self.form = form
    scopes = ListTable.choices(form.scope, \.label, hint: { $0.hint })
    self.created = created.map {
      CreatedKey(
        keyName: $0.key.name, scopeWords: $0.key.scope.words, secret: $0.secret, advice: $0.key.scope.advice)
    }
    code = created.flatMap { $0.key.scope == .device ? $0.secret : nil }.map {
      ConnectionCode(key: $0, endpoint: endpoint)
    }
  }
}

extension APIKey.Scope {
  /// `words` at the beginning of a line.
  var label: String { words.capitalisingFirst }

  var hint: String {
    switch self {
    case .device: "For the app. It can only fetch campaigns and send events."
    case .management: "For your own programs. It can do everything the console can. Never put it in an app."
    }
  }

  fileprivate var advice: String {
    switch self {
    case .device: "Copy it now and add it to the app’s configuration."
    case .management: "Copy it now and store it with your other secrets."
    }
  }
}
