// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletWire
import TestSupport
import Testing

@testable import MartletNotificationService

@Suite("Which picture of a payload is loaded")
struct NotificationPictureTests {
  private func payload(_ martlet: Any) -> [AnyHashable: Any] {
    ["aps": ["alert": "Hello", "mutable-content": 1], "martlet": martlet]
  }

  @Test func `the address in Martlet's part of the payload is used`() throws {
    let picture = try NotificationPicture.read(
      payload(["image_url": "https://shop.example/tulip.png", "url": "https://shop.example"]))
    #expect(picture?.url.absoluteString == "https://shop.example/tulip.png")
  }

  @Test func `a notification of another sender has no picture of ours, whatever its fields are named`() throws
  {
    let others: [[AnyHashable: Any]] = [
      [:], ["image_url": "https://shop.example/a.png"],
      ["other": ["image_url": "https://shop.example/a.png"]],
      ["aps": ["image_url": "https://shop.example/a.png"]],
    ]
    for other in others { #expect(try NotificationPicture.read(other) == nil) }
  }

  @Test func `a notification without a picture is not a problem`() throws {
    for martlet in [["url": "https://shop.example"] as Any, ["image_url": NSNull()], "spring", 7] {
      #expect(try NotificationPicture.read(payload(martlet)) == nil)
    }
  }

  @Test(
    arguments: [
      "http://shop.example/secret.png", "HTTP://shop.example/secret.png", "file:///secret.png",
      "shop://secret", "secret.png", "",
      "https://",
      "https:///secret.png", "https://me:word@shop.example/secret.png", "https://me@shop.example/secret.png",
      "data:image/png;base64,secret",
      "https://shop.example/" + String(repeating: "a", count: 2_000),
    ])
  func `an address that is not safe to load is refused, and the problem names the field but not the address`(
    address: String
  ) {
    let problem = #expect(throws: NotificationPictureProblem.self) {
      try NotificationPicture.read(payload(["image_url": address]))
    }
    #expect(problem?.description.hasPrefix("image_url: ") == true)
    #expect(problem?.description.contains("secret") == false)
  }

  @Test func `the extension and the client read the same field of the same object, up to the same length`()
    throws
  {
    var push = Wire.Push(deliveryID: "d-1")
    push.imageURL = "https://shop.example/tulip.png"
    let json = try #require(try JSONSerialization.jsonObject(with: Data(Wire.encode(push))) as? [String: Any])
    #expect(json[NotificationPicture.field] as? String == push.imageURL)
    #expect(try NotificationPicture.read([Wire.Push.key: json])?.url.absoluteString == push.imageURL)
    #expect(NotificationPicture.longestAddress == Wire.Limits.pushURLLength)
  }

  @Test func `the payload in the documents has a picture`() throws {
    let payload =
      try JSONSerialization.jsonObject(with: Golden.data("push/alert.json")) as? [AnyHashable: Any]
    #expect(try NotificationPicture.read(#require(payload))?.url.host == "cdn.shop.example")
  }

  @Test(
    arguments: [
      "https://shop.example/a.png", "HTTPS://shop.example/a.png", "https://shop.example",
      "https://shop.example:8443/a?b#c",
      "https://[::1]/a.png",
      "https://shop.example/a@2x.png", "https://shop.example/?to=me@shop.example",
      "http://shop.example/a.png", "ftp://shop.example/a.png",
      "shop.example/a.png", "//shop.example/a.png", "https:shop.example/a.png", "https://", "https:///a.png",
      "https://:8443/a.png",
      "https://me@shop.example/a.png", "https://me:word@shop.example/a.png", "https://@shop.example/a.png",
      "",
      "data:image/png;base64,AA==",
      "https://shop.example/" + String(repeating: "a", count: 1_979),
      "https://shop.example/" + String(repeating: "a", count: 1_980),
    ])
  func `the extension loads exactly the addresses that the client accepts`(address: String) {
    var push = Wire.Push()
    push.imageURL = address
    let isLoaded = (try? NotificationPicture.read(payload(["image_url": address]))) != nil
    #expect(push.validate().isEmpty == isLoaded)
    #expect(push.validate().allSatisfy { $0.field == "image_url" && !$0.message.contains("shop") })
  }

  @Test func `a field that is no text is refused`() {
    #expect(throws: NotificationPictureProblem.self) {
      try NotificationPicture.read(payload(["image_url": 5]))
    }
  }
}

@Suite("Which files are shown as pictures")
struct PictureFileTests {
  @Test(
    arguments: [
      ([0xFF, 0xD8, 0xFF, 0xE0, 0, 16], "jpg"), ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], "png"),
      (Array("GIF89a".utf8), "gif"),
      (Array("GIF87a".utf8), "gif"),
    ] as [([UInt8], String)])
  func `the first bytes of a file give it its ending, whatever the server calls it`(
    bytes: [UInt8], ending: String
  ) throws {
    #expect(
      try PictureFile.name(for: "CFNetworkDownload_a1.tmp", firstBytes: bytes, type: "text/html")
        == "CFNetworkDownload_a1.\(ending)")
  }

  @Test(arguments: ["<html>", "RIFF0000WEBP", "GIF7", "", "\u{89}PNG"])
  func `other files are refused`(text: String) {
    #expect(throws: NotificationPictureProblem.type("image/png")) {
      try PictureFile.name(for: "a.tmp", firstBytes: Array(text.utf8), type: "image/png")
    }
  }

  @Test func `only a complete answer with a picture, or with bytes of unknown type, is downloaded`() {
    for type in [nil, "image/png", "IMAGE/JPEG", "application/octet-stream", "binary/octet-stream"] {
      #expect(PictureFile.problem(status: 200, type: type, length: -1) == nil)
    }
    #expect(PictureFile.problem(status: 200, type: "text/html", length: 10) == .type("text/html"))
    for status in [204, 206, 302, 304, 401, 404, 500] {
      #expect(PictureFile.problem(status: status, type: "image/png", length: 10) == .status(status))
    }
  }

  @Test func `a download ends at the first byte beyond the limit`() {
    let limit = Int64(NotificationPicture.maximumBytes)
    #expect(PictureFile.problem(bytes: limit) == nil)
    #expect(PictureFile.problem(bytes: limit + 1) == .tooLarge)
    #expect(PictureFile.problem(status: 200, type: "image/png", length: limit + 1) == .tooLarge)
  }

  @Test func `a redirection away from https is not followed`() throws {
    #expect(NotificationPicture.isSecure(try #require(URL(string: "HTTPS://cdn.example/a.png"))))
    #expect(!NotificationPicture.isSecure(try #require(URL(string: "http://cdn.example/a.png"))))
  }
}
