// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The advertising id, which Martlet does not read.
#if canImport(ObjectiveC)
@objcMembers
#endif
public final class AEIdfaProvider: NSObject, Sendable {
  private static let only = AEIdfaProvider()

  /// The only provider.
  public static func shared() -> AEIdfaProvider! { only }

  /// nil: the advertising id is not used.
  public func isIdfaEnabled() -> NSNumber! { nil }

  /// nil: the advertising id is not used.
  public func idfa() -> String! { nil }
}
