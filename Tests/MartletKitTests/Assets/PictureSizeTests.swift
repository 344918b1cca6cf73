// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MartletKit

@Suite struct PictureSizeTests {
  private static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)

  private static func webp(_ chunk: String, _ rest: [UInt8]) -> [UInt8] {
    Array("RIFF....WEBP\(chunk)....".utf8) + rest
  }

  @Test(
    arguments: [
      (png + [0, 0, 2, 0x80, 0, 0, 1, 0xE0], 640, 480),
      (Array("GIF89a".utf8) + [0x80, 2, 0xE0, 1], 640, 480),
      // A comment, a table of the same range as frames, fill bytes, then the frame.
      (
        [
          0xFF, 0xD8, 0xFF, 0xFE, 0, 4, 1, 2, 0xFF, 0xC4, 0, 3, 9, 0xFF, 0xFF, 0xC2, 0, 11, 8, 1, 0xE0, 2,
          0x80,
        ], 640, 480
      ),
      (webp("VP8X", [0, 0, 0, 0, 0x7F, 2, 0, 0xDF, 1, 0]), 640, 480),
      (webp("VP8L", [0x2F, 0x7F, 0xC2, 0x77, 0, 0, 0, 0, 0, 0]), 640, 480),
      (webp("VP8 ", [0, 0, 0, 0x9D, 1, 0x2A, 0x80, 2, 0xE0, 1]), 640, 480),
    ] as [([UInt8], Int, Int)])
  func `the size stands where each format has it`(bytes: [UInt8], width: Int, height: Int) {
    #expect(PictureSize(bytes, type: AssetType(bytes)) == PictureSize(width: width, height: height))
  }

  @Test func `a picture that is cut, or has another form, has no size, and nothing is read beyond its end`() {
    let whole: [[UInt8]] = [
      Self.png + [0, 0, 2, 0x80, 0, 0, 1], Array("GIF89a".utf8) + [0x80, 2, 0xE0],
      [0xFF, 0xD8, 0xFF, 0xFE, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0],
      Self.webp("VP8X", [0, 0, 0, 0, 0x7F, 2, 0, 0xDF, 1]),
      Self.webp("ALPH", [UInt8](repeating: 1, count: 20)),
      [0xFF, 0xD8, 0xFF, 0xE0, 0, 0, 0xFF, 0xC0, 0, 11, 8],
    ]
    for bytes in whole {
      for length in 0...bytes.count {
        for type in [AssetType.png, .gif, .jpeg, .webp, .svg] {
          let size = PictureSize(Array(bytes[..<length]), type: type)
          #expect(size == nil || type == .gif, "\(bytes[..<length]) as \(type)")
        }
      }
    }
  }

  @Test func `more than 50 million pixels are too many, also when the product is beyond all numbers`() {
    #expect(!PictureSize(width: 10_000, height: 5_000).isTooLarge)
    #expect(PictureSize(width: 10_000, height: 5_001).isTooLarge)
    #expect(PictureSize(width: .max, height: 2).isTooLarge)
  }

  @Test func `a small file that would be drawn large is refused`() async throws {
    let bench = AssetBench()
    bench.perform(bench.assets.prepare(Sample.picture("a.png"), for: "p"))
    try await bench.answer("a.png", Self.png + [0, 0, 0x80, 0, 0, 0, 0x80, 0, 8, 6])
    #expect(bench.failed["p"] == .tooLarge)
  }
}
