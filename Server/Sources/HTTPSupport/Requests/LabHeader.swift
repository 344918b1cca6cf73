// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import HTTPTypes

/// What devices of the server's own lab say about themselves in requests. Valid only with the lab's key; anybody else's header is ignored.
public enum LabHeader {
  /// The device has a draft instead of all campaigns: none of them counts as offered, whatever the answer contains.
  public static let draft = "X-Martlet-Lab-Draft"

  /// Whether a device of the lab has only a draft.
  public static func saysDraft(_ headers: HTTPFields) -> Bool {
    HTTPField.Name(draft).map { headers[$0] != nil } ?? false
  }
}
