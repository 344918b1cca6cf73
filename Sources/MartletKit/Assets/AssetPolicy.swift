// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation

extension Martlet.Configuration {
  /// Limits on downloading, storing and waiting for the assets of messages. A value outside its range is replaced by the nearest value
  /// inside.
  public struct AssetPolicy: Hashable, Sendable {
    /// The maximum size of an asset in bytes, as downloaded. An archive can unpack to four times as much. Default 5,242,880 (5 MB), from 1
    /// KB to 64 MB.
    public var maximumAssetBytes = 5_242_880
    /// The maximum size of all stored assets in bytes. Less important assets are removed first. Default 104,857,600 (100 MB), from
    /// `maximumAssetBytes` to 2 GB.
    public var maximumCacheBytes = 104_857_600
    /// The maximum number of assets that are downloaded in advance and kept, for the highest-ranking campaigns first. Default 500, from 0
    /// to 5,000. With 0, nothing is downloaded in advance.
    public var maximumAssetCount = 500
    /// The number of parallel downloads. Default 4, from 1 to 16.
    public var parallelDownloads = 4
    /// Whether assets can be downloaded over a cellular network, in advance and at display. Default: always.
    public var cellular: CellularPolicy = .always
    /// How many seconds a message waits for missing assets when it is about to be shown. After that it is discarded. Default 10, from 0 to
    /// 300. With 0, a message is only shown if its assets are already stored.
    public var displayDeadline: TimeInterval = 10

    public init() {}

    /// Whether assets can be downloaded over networks that the system counts as cellular.
    public enum CellularPolicy: Hashable, Sendable {
      /// Cellular networks are used like any other network.
      case always
      /// Cellular networks are not used. Missing assets wait for another network, and a message that needs them now is discarded.
      case never
      /// Cellular networks are only used for assets up to this size. Larger ones wait for another network.
      case smallOnly(maximumBytes: Int)
    }
  }
}

extension Martlet.Configuration.AssetPolicy {
  /// A copy with all values limited to their ranges.
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

  /// `displayDeadline` as a `Duration`.
  var displayPatience: Duration { .milliseconds(Int64((displayDeadline * 1_000).rounded())) }
}
