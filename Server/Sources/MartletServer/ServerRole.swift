// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// What a server does. Of several servers with one database, each can do a part.
public enum ServerRole: String, Hashable, Sendable, CaseIterable {
  /// Answers apps and programs.
  case api
  /// Shows the team's pages and the Device Lab, whose phones use this server. Answers apps too.
  case console
  /// Does what nobody waits for: sends pushes, counts audiences, chooses winners and removes old
  /// data.
  case worker

  /// Reads `api,worker`. nil if a part is not a role, or if there is none.
  static func set(_ text: String) -> Set<ServerRole>? {
    let parts = text.split(separator: ",").map { $0.filter { $0 != " " } }
    let roles = parts.compactMap(ServerRole.init)
    return roles.isEmpty || roles.count < parts.count ? nil : Set(roles)
  }
}

extension Set<ServerRole> {
  /// Whether a server with these roles answers apps and programs.
  var answersApps: Bool { self != [.worker] }
}
