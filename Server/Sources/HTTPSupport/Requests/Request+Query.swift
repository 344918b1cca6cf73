// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Hummingbird

extension Request {
  /// The first value with this name in the address. `+` is a blank, as in forms, because most
  /// clients write it so; a plus is `%2B`.
  public func queryValue(_ name: String) -> String? { FormFields(query: uri.query ?? "")[name] }

  /// All values with this name in the address, in their order.
  public func queryValues(_ name: String) -> [String] { FormFields(query: uri.query ?? "").values(of: name) }
}
