// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore

/// The configuration at the time when the client was created, with its limits applied.
struct Settings: Sendable {
  var apiKey: String
  private var endpointText: String
  var flushInterval: Duration
  var requestPolicy: Martlet.Configuration.RequestPolicy
  var sdkAuthentication: Bool
  var deviceFacts: Set<Martlet.Configuration.DeviceFact>
  /// nil: what the system says.
  var device: DeviceFacts?
  var minimumInterval: Duration
  var sessionTimeout: Duration
  var displayTimeout: Duration
  var assets: Martlet.Configuration.AssetPolicy
  var storageDirectory: URL?
  var environment: Environment
  /// nil for a URLSession, which is created for the first request.
  var transport: (any Transport)?
  /// nil if nothing reports that the network is back.
  var networkPathMonitor: (any NetworkPathMonitor)?
  /// Fields that were set but have no effect.
  var unusedFields: [String]
  var push: Martlet.Configuration.Push
  var reachCapacity: Int
  /// nil if the system has no notifications.
  var notificationSystem: (any NotificationSystem)?
  var forwardUniversalLinks: Bool
  var universalLinkHosts: UniversalLinkHosts
  var fileProtection: Martlet.Configuration.FileProtection
  /// nil if nothing is measured.
  var intervals: (any IntervalMarker)?
  var log: Log

  @available(iOSApplicationExtension, unavailable)
  @available(tvOSApplicationExtension, unavailable)
  init(_ configuration: Martlet.Configuration) {
    apiKey = configuration.api.key
    endpointText = configuration.api.endpoint
    flushInterval = Self.duration(configuration.api.flushInterval, atLeast: 1)
    requestPolicy = configuration.api.requestPolicy
    sdkAuthentication = configuration.api.sdkAuthentication
    deviceFacts = configuration.deviceFacts
    device = configuration.device
    minimumInterval = Self.duration(configuration.triggerMinimumTimeInterval, atLeast: 0)
    sessionTimeout = Self.duration(configuration.sessionTimeout, atLeast: 1)
    displayTimeout = Self.duration(configuration.displayTimeout, atLeast: 1, atMost: 3_600)
    assets = configuration.assets.clamped
    storageDirectory = configuration.storageDirectory
    environment = configuration.environment ?? .live
    transport = configuration.transport
    networkPathMonitor = configuration.networkPathMonitor ?? Self.systemPathMonitor
    unusedFields = configuration.unused.names + configuration.api.unused.names
    push = configuration.push
    reachCapacity = min(max(configuration.maximumWaitingItems, 0), 10_000)
    notificationSystem = push.resolvedSystem
    forwardUniversalLinks = configuration.forwardUniversalLinks
    universalLinkHosts = UniversalLinkHosts(configuration.universalLinkHosts)
    fileProtection = configuration.fileProtection
    intervals =
      configuration.logger.signposts ? configuration.intervalMarker ?? Self.systemIntervalMarker : nil
    log = Log(configuration.logger, environment: environment)
  }

  private static var systemPathMonitor: (any NetworkPathMonitor)? {
    #if canImport(Network)
    SystemPathMonitor()
    #else
    nil
    #endif
  }

  private static var systemIntervalMarker: (any IntervalMarker)? {
    #if canImport(os)
    SystemSignposts()
    #else
    nil
    #endif
  }

  /// nil if the endpoint is not a valid URL. Then nothing is sent. A bare host means https, and a
  /// trailing slash is ignored.
  ///
  /// Parsed at each access, and first by the client: a process's first URL takes as long as all
  /// other work on the caller's thread.
  var endpoint: URL? {
    var text = endpointText.trimmingCharacters(in: .whitespacesAndNewlines)
    if !text.contains("://") { text = "https://" + text }
    while text.hasSuffix("/") { text.removeLast() }
    guard let components = URLComponents(string: text),
      components.scheme == "https" || components.scheme == "http",
      let host = components.host, !host.isEmpty, components.query == nil, components.fragment == nil
    else { return nil }
    return components.url
  }

  /// Converts seconds, at most one year by default. A value that is not a number becomes the
  /// minimum.
  private static func duration(
    _ seconds: TimeInterval, atLeast least: Double, atMost most: Double = 31_536_000
  ) -> Duration {
    let bounded = seconds.isNaN ? least : min(max(seconds, least), most)
    return .milliseconds(Int64((bounded * 1_000).rounded()))
  }

  /// The folder of this client's files. Each combination of key and server has its own.
  func resolvedStorageDirectory() -> URL {
    if let storageDirectory { return FolderLock.ownFolder(in: storageDirectory) }
    return SystemFolder.ofApp.appendingPathComponent("Martlet", isDirectory: true).appendingPathComponent(
      storageName, isDirectory: true)
  }

  /// Where the state's essentials are kept besides the folder. nil: only there.
  var stateCopy: StateCopy? { SystemFolder.isAppleTV ? StateCopy(key: stateCopyKey()) : nil }

  /// Each folder has its own copy.
  ///
  /// - Parameter home: where the system keeps the app's data. An update of the app can move it.
  func stateCopyKey(home: String = NSHomeDirectory()) -> String {
    // The system has two names for the same place.
    func plain(_ path: String) -> String {
      path.hasPrefix("/private/") ? String(path.dropFirst("/private".count)) : path
    }
    let (folder, home) = (plain(resolvedStorageDirectory().path), plain(home))
    let place = folder.hasPrefix(home + "/") ? String(folder.dropFirst(home.count + 1)) : folder
    return "martlet.state.\(Self.name(of: [storageName, place]))"
  }

  private var storageName: String { Self.name(of: [apiKey, endpoint?.absoluteString ?? ""]) }

  /// Not a secret, only a name that is valid in the file system.
  private static func name(of parts: [String]) -> String {
    String(FNV1a(parts.joined(separator: "|").utf8).value, radix: 16)
  }
}
