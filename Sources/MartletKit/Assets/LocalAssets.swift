// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Martlet {
  /// Where the assets of one message lie on the disk, so that showing it needs no network.
  ///
  /// The files stay until the message has left the screen; keep no address longer than that.
  public struct LocalAssets: Hashable, Sendable {
    /// An archive, unpacked.
    public struct Archive: Hashable, Sendable {
      /// The folder that holds everything.
      public var folder: URL
      /// Its page: `index.html` in the folder, or in the only folder inside it. nil: it has none.
      public var page: URL?
    }

    private(set) var files: [String: URL] = [:]
    private(set) var folders: [String: Archive] = [:]

    /// None: for messages without assets.
    public init() {}

    /// The local file of a remote asset. nil for archives, for `data:` and `file:` addresses, which need none, and for what the message did not
    /// name.
    public subscript(remote: URL) -> URL? {
      AssetAddress(remote.absoluteString).flatMap { files[$0.text] }
    }

    /// The local folder of a remote archive.
    public func archive(_ remote: URL) -> Archive? {
      AssetAddress(remote.absoluteString).flatMap { folders[$0.text] }
    }

    /// Remote address to local file, of everything but archives; for hosts that rewrite a page.
    public var fileURLs: [String: URL] { files }

    /// Remote address to unpacked folder.
    public var archives: [String: Archive] { folders }

    var isEmpty: Bool { files.isEmpty && folders.isEmpty }

    mutating func add(_ held: AssetStore.Held, for address: AssetAddress) {
      if held.type == .archive {
        folders[address.text] = Archive(folder: held.url, page: held.page)
      } else {
        files[address.text] = held.url
      }
    }
  }
}
