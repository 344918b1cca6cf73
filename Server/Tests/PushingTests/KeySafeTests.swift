// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import Pushing
import Testing

@Suite struct KeySafeTests {
  private static let secret = Array("-----BEGIN PRIVATE KEY-----".utf8)

  /// Runs a test in a folder of its own.
  private func inFolder(_ name: String, _ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.path + "/martlet-key-\(name)-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(folder)
  }

  @Test func `what is encrypted is read again for the same purpose only, and does not contain the text`()
    throws
  {
    let safe = KeySafe(.memory)
    let sealed = try safe.seal(Self.secret, for: "a")
    #expect(sealed.count > Self.secret.count && !Data(sealed).contains(Data(Self.secret)))
    #expect(try safe.open(sealed, for: "a") == Self.secret)
    #expect(throws: KeySafe.Problem.otherKey) { try safe.open(sealed, for: "b") }
    var changed = sealed
    changed[20] ^= 1
    #expect(throws: KeySafe.Problem.otherKey) { try safe.open(changed, for: "a") }
    #expect(throws: KeySafe.Problem.otherKey) { try KeySafe(.memory).open(sealed, for: "a") }
    #expect(try safe.seal(Self.secret, for: "a") != sealed)
  }

  @Test func `the file is made when it is first needed, for its owner only, and is read by the next server`()
    throws
  {
    try inFolder("made") { folder in
      let path = folder + "/data.key"
      let safe = KeySafe(.file(path))
      #expect(!FileManager.default.fileExists(atPath: path))
      let sealed = try safe.seal(Self.secret, for: "a")
      let permissions = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(permissions == 0o600)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["data.key"])
      #expect(try KeySafe(.file(path)).open(sealed, for: "a") == Self.secret)
      let key = try #require(KeySafe.key(try String(contentsOfFile: path, encoding: .utf8)))
      #expect(try KeySafe(.key(key)).open(sealed, for: "a") == Self.secret)
    }
  }

  @Test func `a file that others can read, that has no key or cannot be made is refused with its path`()
    throws
  {
    try inFolder("refused") { folder in
      let path = folder + "/key"
      try Data(#"tooshort"#.utf8).write(to: URL(filePath: path))
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
      #expect(throws: KeySafe.Problem.damaged(path)) { try KeySafe(.file(path)).seal([1], for: "a") }
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
      #expect(throws: KeySafe.Problem.tooOpen(path)) { try KeySafe(.file(path)).seal([1], for: "a") }
      let nowhere = folder + "/no/key"
      #expect { try KeySafe(.file(nowhere)).seal([1], for: "a") } throws: { error in
        guard case .cannotMake(nowhere, _)? = error as? KeySafe.Problem else { return false }
        return (error as? KeySafe.Problem)?.words.contains("MARTLET_ENCRYPTION_KEY_FILE") ?? false
      }
    }
  }
}
