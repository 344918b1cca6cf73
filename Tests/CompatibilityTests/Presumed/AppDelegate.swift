// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import BrazeKit

/// The delegate of the app, which the documents presume.
@MainActor
final class AppDelegate {
  static var braze: Braze?
}
