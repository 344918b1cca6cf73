// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Domain
public import HTTPSupport
public import MartletCore
public import Store

/// What a new server starts with, so that there is something to see: a sample app with three campaigns, one of them running.
public enum FirstStart {
  public static let sampleApp = AppID("sample")

  /// Does nothing and returns nil when there is an app already. Otherwise returns the sample app's SDK key, which is shown once. Everything is stored
  /// or nothing, so an interrupted start begins again.
  public static func prepare(store: any Store, environment: Environment) async throws(StoreError) -> Secret? {
    guard try await store.apps().isEmpty else { return nil }
    let now = environment.now()
    let (key, secret) = APIKey.make(app: sampleApp, scope: .device, name: "Sample app on devices", environment: environment)
    try await store.insert(
      App(id: sampleApp, name: "Sample app", createdAt: now),
      campaigns: SampleCampaigns.all(app: sampleApp, environment: environment), keys: [key])
    return secret
  }
}
