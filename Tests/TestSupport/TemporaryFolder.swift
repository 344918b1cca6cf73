// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import Foundation

extension URL {
  /// A folder of its own, new and empty. It is removed when the test process ends.
  public static func temporaryFolder() -> URL {
    newFolder(TestRun.folder.appending(path: "XXXXXX"))
  }

  /// A folder of its own, new and empty, whose name begins as the pattern, which ends in `XXXXXX`.
  /// Whoever asks for it removes it.
  public static func newFolder(_ pattern: URL) -> URL {
    var template = Array(pattern.path.utf8CString)
    guard mkdtemp(&template) != nil else { fatalError("No temporary folder can be made.") }
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return URL(fileURLWithPath: path, isDirectory: true)
  }
}

/// One run of a test process.
private enum TestRun {
  /// Holds the folders of all its tests, because most of them are still in use when their test
  /// returns.
  static let folder: URL = {
    atexit { try? FileManager.default.removeItem(at: TestRun.folder) }
    return URL.newFolder(FileManager.default.temporaryDirectory.appending(path: "martlet-tests-XXXXXX"))
  }()
}
