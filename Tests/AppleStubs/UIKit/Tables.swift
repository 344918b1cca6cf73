// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// Places in tables, and what their cells show.
import UIKit

// page: foundation/indexpath
extension IndexPath {
  public var section: Int { fatalError() }
  public var row: Int { fatalError() }
}
// page: uikit/uicontentconfiguration-swift.protocol
@MainActor @preconcurrency
public protocol UIContentConfiguration {}
// page: uikit/uilistcontentconfiguration-swift.struct
@MainActor @preconcurrency
public struct UIListContentConfiguration: UIContentConfiguration {
  public static func cell() -> UIListContentConfiguration { fatalError() }
  public var text: String? {
    get { fatalError() }
    set {}
  }
}
// page: uikit/uitableviewcell
extension UITableViewCell {
  public var contentConfiguration: (any UIContentConfiguration)? {
    get { fatalError() }
    set {}
  }
}
