// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletUI

/// The built-in shapes, drawn in a box of 24 points in the colour of the surrounding text.
enum SymbolDrawing {
  static func svg(_ symbol: SceneNode.Symbol) -> String {
    let path =
      switch symbol {
      case .close: "M6 6 L18 18 M18 6 L6 18"
      case .chevron: "M9 5 L16 12 L9 19"
      }
    return """
      <svg class="symbol-\(symbol.rawValue)" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d="\(path)" \
      fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/></svg>
      """
  }
}
