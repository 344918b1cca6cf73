// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The values of the template `settings/push`.
struct PushPage {
  let tabs = SettingsSection.all(current: .push)
  let push: PushSection
}
