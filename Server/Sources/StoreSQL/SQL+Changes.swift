// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

package import Domain
package import MartletCore
package import Store

extension SQL {
  /// The column that names what changed in a table, and the change.
  package static let noted: [String: (column: String, change: @Sendable (ExactText, AppID) -> StoreChange)] =
    [
      "api_key": ("id", { .keys($1) }), "push_key": ("id", { .pushKeys($1) }),
      "device_credential": ("device_id", StoreChange.device),
      "revoked_device": ("device_id", StoreChange.device),
      "push_device": ("device_id", StoreChange.pushDevice), "person_alias": ("alias", StoreChange.person),
      "app": ("id", { .catalogue($1) }),
    ]
}
