// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import MartletKit

@Suite struct AssetTypeTests {
  @Test(
    arguments: [
      ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0], AssetType.png),
      ([0xFF, 0xD8, 0xFF, 0xE0], .jpeg), (Array("GIF89a".utf8), .gif),
      (Array("GIF87a".utf8), .gif), (Array("RIFF....WEBPVP8 ".utf8), .webp),
      (Array("RIFF....WAVE".utf8), .other),
      (Array("....ftypavif".utf8), .avif), (Array("....ftypheic".utf8), .heic),
      (Array("....ftypisom".utf8), .other),
      ([0, 1, 0, 0, 0], .ttf),
      (Array("OTTO".utf8), .otf), (Array("ttcf".utf8), .ttc), (Array("wOFF".utf8), .woff),
      (Array("wOF2".utf8), .woff2),
      ([0x50, 0x4B, 3, 4], .archive), ([0x50, 0x4B, 5, 6], .archive), ([0x89, 0x50, 0x4E, 0x47], .other),
      ([], .other),
    ] as [([UInt8], AssetType)])
  func `the bytes say what they are`(bytes: [UInt8], type: AssetType) {
    #expect(AssetType(bytes) == type)
  }

  @Test(
    arguments: [
      ("<svg xmlns=''>", AssetType.svg), ("\u{FEFF}<?xml version='1.0'?>\n<!-- drawn -->\n<svg>", .svg),
      ("<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN'>", .svg), ("<!DOCTYPE HTML><html>", .html),
      ("\n\n  <HTML>", .html),
      ("<!-- <svg> --><html>", .html), ("<script>", .html), ("<!-- never ends", .other),
      ("<?xml never ends", .other), ("plain", .other),
    ])
  func `markup is told by its first element, whatever stands before it`(text: String, type: AssetType) {
    #expect(AssetType(Array(text.utf8)) == type)
  }

  @Test func `the header and the address decide only where bytes carry no mark`() {
    #expect(
      AssetType(Array("Sorry".utf8), contentType: "text/html; charset=utf-8", pathExtension: "css") == .html)
    #expect(AssetType(Array("p{}".utf8), contentType: "text/css", pathExtension: "css") == .css)
    #expect(AssetType(Array("x()".utf8), pathExtension: "mjs") == .js)
    #expect(AssetType(Sample.png(), contentType: "text/html", pathExtension: "css") == .png)
    // An extension that programs would be run by is not taken over.
    #expect(AssetType(Array("x".utf8), pathExtension: "exe").fileExtension == "bin")
  }

  @Test func `a page fits nowhere but where a page is expected, and each role takes its own types only`() {
    for type in AssetType.allCases {
      let image: Set<AssetType> = [.png, .jpeg, .gif, .webp, .avif, .heic, .svg]
      let font: Set<AssetType> = [.ttf, .otf, .ttc, .woff, .woff2]
      #expect(type.fits(.image) == image.contains(type))
      #expect(type.fits(.font) == font.contains(type))
      #expect(type.fits(.archive) == (type == .archive))
      #expect(type.fits(.page) == (type == .html || type == .other))
      #expect(type.fits(.other) == (type != .html && type != .archive))
    }
  }
}
