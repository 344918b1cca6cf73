// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Martlet {
  /// The local files of a message's assets, so that it can be shown without a network.
  ///
  /// The files are kept until the message closes. Do not use a URL after that.
  public struct LocalAssets: Hashable, Sendable {
    /// An unpacked archive.
    public struct Archive: Hashable, Sendable {
      /// The folder with all files of the archive.
      public var folder: URL
      /// The page: `index.html` in the folder, or in its only subfolder. nil if the archive has no
      /// page.
      public var page: URL?
    }

    /// The local files by their remote URL, without archives. For hosts that rewrite a page.
    public private(set) var fileURLs: [String: URL] = [:]

    /// The unpacked folders by the remote URL of their archive.
    public private(set) var archives: [String: Archive] = [:]

    /// Creates an empty value, for messages without assets.
    public init() {}

    /// The local file of a remote asset. nil for archives, for `data:` and `file:` URLs, and for
    /// URLs that the message does not contain.
    public subscript(remote: URL) -> URL? {
      AssetAddress(remote.absoluteString).flatMap { fileURLs[$0.text] }
    }

    /// The unpacked archive of a remote URL, or nil.
    public func archive(_ remote: URL) -> Archive? {
      AssetAddress(remote.absoluteString).flatMap { archives[$0.text] }
    }

    var isEmpty: Bool { fileURLs.isEmpty && archives.isEmpty }

    mutating func add(_ held: AssetStore.Held, for address: AssetAddress) {
      if held.type == .archive {
        archives[address.text] = Archive(folder: held.url, page: held.page)
      } else {
        fileURLs[address.text] = held.url
      }
    }
  }
}
