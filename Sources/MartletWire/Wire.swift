// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The device protocol, version 1: frozen forms, described in `docs/wire.md` and pinned by golden files.
///
/// Every object keeps fields it does not know and writes them back; every enumeration keeps values it does not know. A new field is always
/// optional. Keys and enumerated values are snake_case; instants are integers of milliseconds since the Unix epoch.
public enum Wire {
  /// The version this code speaks.
  public static let version = 1
}
