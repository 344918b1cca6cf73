// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The values of the template `settings/privacy`: whose attributes the server believes and tells,
/// and what people may ask for in the app.
struct PrivacyPage {
  let tabs = SettingsSection.all(current: .privacy)
  let authentication: AuthenticationSection
  let requests: PrivacyRequestSection

  init(
    _ source: AuthenticationSection.Source,
    requests: PrivacyRequestSection.Source = PrivacyRequestSection.Source()
  ) {
    authentication = AuthenticationSection(source)
    self.requests = PrivacyRequestSection(requests)
  }
}
