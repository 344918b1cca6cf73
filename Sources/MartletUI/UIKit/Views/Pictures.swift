// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
import Foundation
import MartletKit
import UIKit

/// The images of one presentation, by their address.
@MainActor
final class Pictures {
  /// The time that all images of a scene have.
  nonisolated static let deadline = Duration.seconds(15)
  /// The largest file that is read, in bytes.
  nonisolated static let maximumSize = 10_000_000
  /// Pixels of the longer side, more than an iPad has.
  private nonisolated static let maximumSide: CGFloat = 3_000

  private(set) var loaded: [String: Picture] = [:]

  /// The images of a scene that are not there yet, in reading order.
  func missing(in scene: MessageScene) -> [(nodeID: String, url: String)] {
    scene.root.allNodes.compactMap { node in
      if case .image(let image) = node.content, loaded[image.url] == nil { (node.id, image.url) } else { nil }
    }
  }

  /// Loads what is missing, and stops at the first image that cannot be loaded. Answers its node,
  /// or nil.
  func load(for scene: MessageScene) async -> String? {
    for (nodeID, url) in missing(in: scene) where loaded[url] == nil {
      guard await load(url) else { return nodeID }
    }
    return nil
  }

  /// Loads what is missing and can be loaded. False if nothing was missing.
  func loadAll(for scene: MessageScene) async -> Bool {
    let missing = missing(in: scene)
    for (_, url) in missing where loaded[url] == nil { _ = await load(url) }
    return !missing.isEmpty
  }

  /// Ends all movement.
  func stop() {
    for picture in loaded.values { picture.stop() }
  }

  private func load(_ url: String) async -> Bool {
    guard let file = await Self.read(url) else { return false }
    loaded[url] = Picture(image: file.image, data: file.data)
    return true
  }

  /// Reads and decodes away from the main thread: a local file, or a web address for a message that
  /// the app built.
  @concurrent
  private static func read(_ address: String) async -> (image: UIImage, data: Data)? {
    guard let url = URL(string: address) else { return nil }
    let data = url.isFileURL ? try? Data(contentsOf: url) : await WebFile.data(at: url)
    guard let data, data.count <= maximumSize, let image = UIImage(data: data),
      let ready = await decoded(image)
    else {
      return nil
    }
    return (ready, data)
  }

  /// A picture of a few megabytes can have a hundred million pixels, four bytes each. So a large
  /// one is made smaller while it is decoded. If the system cannot do that, the answer is nil. A
  /// small one that the system does not prepare is drawn as it is.
  private static func decoded(_ image: UIImage) async -> UIImage? {
    let share = maximumSide / (image.scale * max(image.size.width, image.size.height))
    guard share < 1 else { return await image.byPreparingForDisplay() ?? image }
    let size = CGSize(width: image.size.width * share, height: image.size.height * share)
    return image.preparingThumbnail(of: size)
  }
}

/// Fetches a file of a message from the web, within limits.
enum WebFile {
  /// nil if the address is not one of the web, or if there is no such file.
  static func data(at url: URL) async -> Data? {
    guard ["http", "https"].contains(url.scheme?.lowercased()) else { return nil }
    let request = TransportRequest(
      method: "GET", url: url, timeout: Pictures.deadline, maximumAnswerBytes: Pictures.maximumSize)
    guard let answer = try? await URLSessionTransport().send(request), 200..<300 ~= answer.status else {
      return nil
    }
    return Data(answer.body)
  }
}
#endif
