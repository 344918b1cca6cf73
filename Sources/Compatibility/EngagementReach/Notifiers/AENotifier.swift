// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// Shows the banners of a category.
@MainActor
public protocol AENotifier: AnyObject {
  /// Shows the banner of a campaign.
  ///
  /// - Returns: true if it shows it: `displayNotification` is called then. false: the campaign is
  ///   offered again at the next occasion.
  /// - Throws: the campaign is dropped, the log has the error, and the next campaign is shown.
  func handleNotification(_ content: AEInteractiveContent!) throws -> Bool

  /// Takes any visible banner of the category away.
  func clearNotification(_ category: String!)
}
