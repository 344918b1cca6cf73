// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// A presenter that knows whether it can show anything at all.
@MainActor
package protocol SetUpExamining {
  /// What is missing, and the remedy; nil: nothing.
  var setUpProblem: String? { get }
}
