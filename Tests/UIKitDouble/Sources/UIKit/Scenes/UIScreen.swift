// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

@MainActor open class UIScreen: NSObject {
  open internal(set) var bounds: CGRect
  open var scale: CGFloat { 3 }
  open var nativeScale: CGFloat { 3 }
  open var maximumFramesPerSecond: Int { 60 }
  open private(set) lazy var coordinateSpace: any UICoordinateSpace = PlacedSpace { [weak self] in
    self?.bounds ?? .zero
  }

  init(size: CGSize) {
    bounds = CGRect(origin: .zero, size: size)
    super.init()
  }
}
