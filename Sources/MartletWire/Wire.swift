// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The device protocol, version 1. Its forms are frozen by golden files and described in `docs/wire.md`.
///
/// Every object keeps unknown fields and writes them back. Every enumeration keeps unknown values. New fields are always optional. Keys and
/// enumerated values are in snake_case. Instants are milliseconds since the Unix epoch.
public enum Wire {
  /// The protocol version of this code.
  public static let version = 1
}
