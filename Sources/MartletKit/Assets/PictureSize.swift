// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

/// The size that a picture declares. A few kilobytes can need gigabytes of memory when drawn.
struct PictureSize: Equatable, Sendable {
  /// 50 million pixels take 200 MB when drawn.
  static let maximumPixels = 50_000_000

  var width: Int
  var height: Int

  var isTooLarge: Bool {
    width.multipliedReportingOverflow(by: height).overflow || width * height > Self.maximumPixels
  }

  /// nil if the type has no size, or the bytes do not declare it where expected.
  init?(_ bytes: [UInt8], type: AssetType) {
    switch type {
    case .png: self.init(png: bytes)
    case .gif: self.init(gif: bytes)
    case .jpeg: self.init(jpeg: bytes)
    case .webp: self.init(webp: bytes)
    default: return nil
    }
  }

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  private init?(png bytes: [UInt8]) {
    guard bytes.count >= 24, bytes[12..<16].elementsEqual("IHDR".utf8) else { return nil }
    self.init(width: Self.number(bytes[16..<20]), height: Self.number(bytes[20..<24]))
  }

  private init?(gif bytes: [UInt8]) {
    guard bytes.count >= 10 else { return nil }
    self.init(width: Self.number(bytes[6..<8].reversed()), height: Self.number(bytes[8..<10].reversed()))
  }

  /// Follows the markers until one that starts a frame.
  private init?(jpeg bytes: [UInt8]) {
    var position = 2
    while position + 9 <= bytes.count, bytes[position] == 0xFF {
      let marker = bytes[position + 1]
      if marker == 0xFF {
        position += 1
      } else if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
        self.init(
          width: Self.number(bytes[position + 7..<position + 9]),
          height: Self.number(bytes[position + 5..<position + 7]))
        return
      } else {
        position += 2 + Self.number(bytes[position + 2..<position + 4])
      }
    }
    return nil
  }

  private init?(webp bytes: [UInt8]) {
    guard bytes.count >= 30 else { return nil }
    switch String(decoding: bytes[12..<16], as: UTF8.self) {
    case "VP8X":
      self.init(
        width: Self.number(bytes[24..<27].reversed()) + 1, height: Self.number(bytes[27..<30].reversed()) + 1)
    case "VP8L":
      let packed = Self.number(bytes[21..<25].reversed())
      self.init(width: packed & 0x3FFF + 1, height: (packed >> 14) & 0x3FFF + 1)
    case "VP8 ":
      self.init(
        width: Self.number(bytes[26..<28].reversed()) & 0x3FFF,
        height: Self.number(bytes[28..<30].reversed()) & 0x3FFF)
    default: return nil
    }
  }

  /// Big-endian.
  private static func number(_ bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
