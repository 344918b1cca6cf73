// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Martlet.Configuration {
  /// What may be fetched for messages, kept on disk, and waited for. Values outside the ranges named here count as the nearest inside.
  public struct AssetPolicy: Hashable, Sendable {
    /// The longest image, font, script or archive that is taken, in bytes; an archive may unpack to four times as much. Default 5 MB (5,242,880),
    /// 1 KB to 64 MB.
    public var maximumAssetBytes = 5_242_880
    /// What the assets of all messages may take on the disk together, in bytes. What is wanted least makes room. Default 100 MB (104,857,600); at
    /// least `maximumAssetBytes`, at most 2 GB.
    public var maximumCacheBytes = 104_857_600
    /// How many assets are fetched in advance and kept, those of the most important campaigns first. Default 500, 0 to 5,000; 0 fetches nothing
    /// in advance.
    public var maximumAssetCount = 500
    /// How many are fetched at the same time. Default 4, 1 to 16.
    public var parallelDownloads = 4
    /// Whether assets may be fetched over a cellular network, in advance and at display. Default: always.
    public var cellular: CellularPolicy = .always
    /// Seconds that a message may wait for assets that are not there when it is its turn; then it is discarded. Default 10, 0 to 300; 0
    /// shows only messages whose assets are there.
    public var displayDeadline: TimeInterval = 10

    public init() {}

    /// When assets may be fetched over a network that the system counts as cellular.
    public enum CellularPolicy: Hashable, Sendable {
      /// As over any other network.
      case always
      /// Not at all: what is not there yet waits for another network, and a message that needs it now is discarded.
      case never
      /// Only those of at most so many bytes; longer ones wait for another network.
      case smallOnly(maximumBytes: Int)
    }
  }
}

extension Martlet.Configuration.AssetPolicy {
  /// The same with every value inside its range.
  var clamped: Self {
    var clamped = self
    clamped.maximumAssetBytes = min(max(maximumAssetBytes, 1_024), 64 * 1_048_576)
    clamped.maximumCacheBytes = min(max(maximumCacheBytes, clamped.maximumAssetBytes), 2_048 * 1_048_576)
    clamped.maximumAssetCount = min(max(maximumAssetCount, 0), 5_000)
    clamped.parallelDownloads = min(max(parallelDownloads, 1), 16)
    clamped.displayDeadline = displayDeadline.isNaN ? 10 : min(max(displayDeadline, 0), 300)
    if case .smallOnly(let bytes) = cellular { clamped.cellular = .smallOnly(maximumBytes: min(max(bytes, 0), clamped.maximumAssetBytes)) }
    return clamped
  }

  /// `displayDeadline` as the machines count time.
  var displayPatience: Duration { .milliseconds(Int64((displayDeadline * 1_000).rounded())) }
}
