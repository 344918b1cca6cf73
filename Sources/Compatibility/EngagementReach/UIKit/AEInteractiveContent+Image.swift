// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
public import UIKit

extension AEInteractiveContent {
  /// The picture of the banner. Each call reads it again. nil: none.
  public var notificationImage: UIImage? { notificationImageURL.flatMap { UIImage(contentsOfFile: $0.path) } }
}
#endif
