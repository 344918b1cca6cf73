// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import HTTPTypes

/// What devices of the server's own lab say of themselves in requests. It counts only with the lab's key: anybody else's header is not looked at.
public enum LabHeader {
  /// The device has a draft in place of all campaigns: it is offered none of them, whatever the answer holds.
  public static let draft = "X-Martlet-Lab-Draft"

  /// Whether a device of the lab has only a draft.
  public static func saysDraft(_ headers: HTTPFields) -> Bool {
    HTTPField.Name(draft).map { headers[$0] != nil } ?? false
  }
}
