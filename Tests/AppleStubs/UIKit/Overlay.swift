// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

@_exported import Foundation
@_exported import UIKit

extension UIAction {
  @MainActor public convenience init(
    title: String = "", image: UIImage? = nil, identifier: UIAction.Identifier? = nil, handler: @escaping UIActionHandler
  ) { fatalError() }
}
extension UIButton {
  @MainActor public convenience init(type: UIButton.ButtonType = .system, primaryAction: UIAction?) { fatalError() }
}
