// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import MartletKit

@Suite("Where the client keeps its files")
struct SystemFolderTests {
  /// The folders that an app on each system can create and write to, besides temporary ones. On a device, not in a simulator.
  private static let writable: [(isAppleTV: Bool, folders: Set<FileManager.SearchPathDirectory>)] = [
    (false, [.applicationSupportDirectory, .cachesDirectory, .documentDirectory]), (true, [.cachesDirectory]),
  ]

  @Test("The system lets an app write to the folder, and does not show it to the person", arguments: writable)
  func folder(isAppleTV: Bool, folders: Set<FileManager.SearchPathDirectory>) {
    let chosen = SystemFolder.searchPath(isAppleTV: isAppleTV)
    #expect(folders.contains(chosen) && chosen != .documentDirectory)
    #expect(isAppleTV || chosen != .cachesDirectory, "what can be kept for good is")
  }

  @Test("If the system has removed the folder, the device and the switch are known from the copy")
  func copy() throws {
    let directory = URL.temporary()
    let suite = "martlet-tests-\(directory.lastPathComponent)"
    let copy = StateCopy(key: "state", suite: suite)
    // What an earlier run left would be found.
    func forget() { UserDefaults.standard.removePersistentDomain(forName: suite) }
    forget()
    defer { forget() }
    var state = StoredState()
    (state.deviceID, state.enabled) = ("d-1", false)
    func open() throws -> Storage {
      let storage = Storage(directory: directory.path, copy: copy)
      #expect(try storage.claim())
      return storage
    }
    #expect(try open().readState() == nil)
    try open().write(state)
    try FileManager.default.removeItem(atPath: directory.path)
    #expect(try open().readState() == state)
    // What is in the folder counts, if there is one.
    var later = state
    later.deviceID = "d-2"
    try open().write(later)
    copy.write(state)
    #expect(try open().readState() == later)
  }

  @Test(
    "Only an app and an app extension have notifications",
    arguments: [
      ("com.example.shop", "/var/containers/Bundle/Application/1/Shop.app", true),
      ("com.example.shop.push", "/var/containers/Bundle/Application/1/Shop.app/PlugIns/Push.appex", true),
      (
        "com.apple.dt.xctest.tool", "/Applications/Xcode.app/Contents/Developer/Platforms/iPhoneOS.platform/Developer/Library/Xcode/Agents",
        false
      ),
      (nil, "/usr/local/bin", false), ("", "/Applications/Shop.app", false), (nil, "/Applications/Shop.app", false),
    ] as [(String?, String, Bool)])
  func bundles(identifier: String?, path: String, isApp: Bool) {
    #expect(AppBundle.isApp(identifier: identifier, path: path) == isApp)
  }
}
