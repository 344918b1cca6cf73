// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

@testable import MartletKit

// One after another: the defaults of a process are shared, whatever their suites are called.
@Suite("Where the client keeps its files", .serialized)
struct SystemFolderTests {
  /// The folders that an app on each system can create and write to, besides temporary ones. On a
  /// device, not in a simulator.
  private static let writable: [(isAppleTV: Bool, folders: Set<FileManager.SearchPathDirectory>)] = [
    (false, [.applicationSupportDirectory, .cachesDirectory, .documentDirectory]), (true, [.cachesDirectory]),
  ]

  @Test(arguments: writable)
  func `the system lets an app write to the folder, and does not show it to the person`(
    isAppleTV: Bool, folders: Set<FileManager.SearchPathDirectory>
  ) {
    let chosen = SystemFolder.searchPath(isAppleTV: isAppleTV)
    #expect(folders.contains(chosen) && chosen != .documentDirectory)
    #expect(isAppleTV || chosen != .cachesDirectory, "what can be kept for good is")
  }

  @Test func `if the system has removed the folder, the device and the switch are known from the copy`()
    throws
  {
    let directory = URL.temporary()
    let suite = "martlet-tests-\(directory.lastPathComponent)"
    let copy = StateCopy(key: "state", suite: suite)
    // What an earlier run left would be found.
    func forget() { UserDefaults.standard.removePersistentDomain(forName: suite) }
    forget()
    defer { forget() }
    var state = StoredState()
    (state.deviceID, state.deviceCredential, state.userID, state.enabled, state.push.isOptedOut) = (
      "d-1", "secret", "A", false, true
    )
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

  @Test func `the copy has nothing but the essentials`() throws {
    let suite = "martlet-tests-\(URL.temporary().lastPathComponent)"
    let copy = StateCopy(key: "state", suite: suite)
    defer { UserDefaults.standard.removePersistentDomain(forName: suite) }
    var state = StoredState()
    (state.deviceID, state.decisionSample, state.formerCredentials) = ("d-1", 0.5, ["d-0": "old"])
    (state.push.token, state.push.opened) = ([1, 2], ["tap"])
    copy.write(state)
    let bytes = try #require(UserDefaults(suiteName: suite)?.data(forKey: "state"))
    #expect(String(decoding: bytes, as: UTF8.self) == #"{"device_id":"d-1","enabled":true,"version":1}"#)
  }

  @Test(arguments: [true, false])
  func
    `a switch that cannot be noted in the folder is in the copy, and off counts when the folder can be read`(
      holdsFolder: Bool
    ) throws
  {
    let directory = URL.temporary()
    let suite = "martlet-tests-\(URL.temporary().lastPathComponent)"
    let copy = StateCopy(key: "state", suite: suite)
    defer { UserDefaults.standard.removePersistentDomain(forName: suite) }
    func storage() -> Storage { Storage(directory: directory.path, copy: copy) }
    func claimed() throws -> Storage {
      let storage = storage()
      #expect(try storage.claim())
      return storage
    }
    func note(isOff: Bool) throws {
      try (holdsFolder ? claimed() : storage()).save(isOff: isOff, inFolder: holdsFolder)
    }
    try note(isOff: false)
    #expect(try claimed().readState() == nil, "to be on is no state")
    try note(isOff: true)
    #expect(try copy.read()?.enabled == false)
    var state = StoredState()
    state.deviceID = "d-1"
    try claimed().write(state)
    #expect(try claimed().readState() == state)
    try note(isOff: true)
    try note(isOff: false)
    #expect(try claimed().readState() == state, "on again takes it back")
    try note(isOff: true)
    #expect(try claimed().readState()?.enabled == false)
    try FileManager.default.removeItem(at: directory)
    state.enabled = false
    #expect(try claimed().readState() == state)
  }

  @Test func `each folder has its own copy, which outlives that an update moves the app's data`() {
    func key(_ folder: String?, home: String, sdkKey: String = "key") -> String {
      let configuration = Martlet.Configuration(apiKey: sdkKey, endpoint: "https://example.test")
      configuration.storageDirectory = folder.map { URL(filePath: $0, directoryHint: .isDirectory) }
      return Settings(configuration).stateCopyKey(home: home)
    }
    let (before, after) = (
      "/var/mobile/Containers/Data/Application/1", "/var/mobile/Containers/Data/Application/2"
    )
    let mine = key(before + "/Library/Caches/mine", home: before)
    #expect(mine == key(after + "/Library/Caches/mine", home: after))
    #expect(mine == key("/private" + after + "/Library/Caches/mine", home: after))
    let others = [
      key(before + "/Library/Caches/other", home: before), key(nil, home: before),
      key(before + "/Library/Caches/mine", home: before, sdkKey: "other"),
      key(before + "/Library/Caches/mine", home: after),
    ]
    #expect(Set(others + [mine]).count == 5)
  }

  @Test(
    arguments: [
      ("com.example.shop", "/var/containers/Bundle/Application/1/Shop.app", true),
      ("com.example.shop.push", "/var/containers/Bundle/Application/1/Shop.app/PlugIns/Push.appex", true),
      (
        "com.apple.dt.xctest.tool",
        "/Applications/Xcode.app/Contents/Developer/Platforms/iPhoneOS.platform/Developer/Library/Xcode/Agents",
        false
      ),
      (nil, "/usr/local/bin", false), ("", "/Applications/Shop.app", false),
      (nil, "/Applications/Shop.app", false),
    ] as [(String?, String, Bool)])
  func `only an app and an app extension have notifications`(identifier: String?, path: String, isApp: Bool) {
    #expect(AppBundle.isApp(identifier: identifier, path: path) == isApp)
  }
}
