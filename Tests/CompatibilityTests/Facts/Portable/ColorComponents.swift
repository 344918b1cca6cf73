// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

// fact: the components of a colour
// rank: useful

import BrazeKit

private func fact() -> Double {
  let color = Braze.InAppMessage.Color(red: 1, green: 0.5, blue: 0, alpha: 1)
  let literal: Braze.InAppMessage.Color = 0xFF00_FF00
  let all: [Braze.InAppMessage.Color] = [color, literal, .black, .blue, .clear, .green, .red, .white]
  return all.reduce(0) { $0 + $1.r + $1.g + $1.b + $1.a } + Double(color.rawValue)
}
