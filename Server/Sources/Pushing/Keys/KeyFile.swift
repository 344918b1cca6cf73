// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// The file of an encryption key, which only its owner may read.
enum KeyFile {
  /// The key in the file; nil if there is no file.
  static func read(_ path: String) throws(KeySafe.Problem) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw .cannotRead(path, reason: reason())
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .cannotRead(path, reason: reason()) }
    guard status.st_mode & 0o077 == 0 else { throw .tooOpen(path) }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = Foundation.read(descriptor, &bytes, bytes.count)
    guard count >= 0 else { throw .cannotRead(path, reason: reason()) }
    guard let key = KeySafe.key(String(decoding: bytes.prefix(count), as: UTF8.self)) else {
      throw .damaged(path)
    }
    return key
  }

  /// Writes the key. Does nothing if somebody else has made the file meanwhile. The file has its
  /// name only once it is complete.
  static func make(_ path: String, _ key: [UInt8]) throws(KeySafe.Problem) {
    let unfinished = path + ".partial-\(getpid())"
    unlink(unfinished)
    let descriptor = open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .cannotMake(path, reason: reason()) }
    defer {
      close(descriptor)
      unlink(unfinished)
    }
    let text = Array((Data(key).base64EncodedString() + "\n").utf8)
    guard write(descriptor, text, text.count) == text.count, fsync(descriptor) == 0 else {
      throw .cannotMake(path, reason: reason())
    }
    guard link(unfinished, path) == 0 || errno == EEXIST else { throw .cannotMake(path, reason: reason()) }
    let folder = open(
      (path as NSString).deletingLastPathComponent.isEmpty
        ? "." : (path as NSString).deletingLastPathComponent, O_RDONLY)
    guard folder >= 0 else { return }
    fsync(folder)
    close(folder)
  }

  private static func reason() -> String { String(cString: strerror(errno)) }
}
