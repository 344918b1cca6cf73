// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import Foundation
import UIKit

/// Loads and decodes the images of a scene, away from the main thread.
struct PictureLoader: Sendable {
  /// The time that all images of a scene have, in seconds.
  static let deadline: TimeInterval = 15
  /// The largest file that is read, in bytes.
  static let maximumSize = 10_000_000

  /// The image at an address: a local file, or a web address for a message that the app built. nil if it cannot be loaded.
  func load(_ address: String) async -> (image: UIImage, data: Data)? {
    guard let url = URL(string: address), let data = await Self.data(at: url), data.count <= Self.maximumSize else { return nil }
    return await Self.decode(data)
  }

  private static func decode(_ data: Data) async -> (image: UIImage, data: Data)? {
    guard let image = UIImage(data: data), let ready = await image.byPreparingForDisplay() else { return nil }
    return (ready, data)
  }

  private static func data(at url: URL) async -> Data? {
    if url.isFileURL { return try? Data(contentsOf: url) }
    guard ["http", "https"].contains(url.scheme?.lowercased()) else { return nil }
    return await WebFile.data(at: url)
  }
}

/// Fetches a file of a message from the web: without cookies or a cache, and with a limit.
enum WebFile {
  static func data(at url: URL) async -> Data? {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpShouldSetCookies = false
    let session = URLSession(configuration: configuration)
    defer { session.finishTasksAndInvalidate() }
    let request = URLRequest(url: url, timeoutInterval: PictureLoader.deadline)
    guard let (data, response) = try? await session.data(for: request) else { return nil }
    guard let answer = response as? HTTPURLResponse, 200..<300 ~= answer.statusCode, data.count <= PictureLoader.maximumSize else {
      return nil
    }
    return data
  }
}
#endif
