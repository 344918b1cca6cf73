// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Data for the app. Only its name is here: data goes to `AEReachDataPushDelegate`, and the SDK
/// makes no such object.
#if canImport(ObjectiveC)
@objcMembers
#endif
@MainActor
public final class AEReachDataPush: AEReachContent {
  public override func kind() -> String { kAEDatapushKind }
  /// Not known.
  public var type: AEDatapushType { .unknown }
  /// nil.
  public var decodedBody: Data? { nil }
}
