// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

// The system's own, for where another function has its name.
private let closeFile = close
private let readBytes = read
let writeBytes = write

/// The few file operations that the client needs, with the one that matters most: knowing that bytes are on the disk.
enum Files {
  /// Creates the directory and those above it; one that exists is fine.
  static func makeDirectory(_ path: String) throws(FileError) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else { throw error("mkdir", path) }
    try makeDirectory(String(path[..<slash]))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw error("mkdir", path) }
  }

  /// The names in a directory, without the two that every directory has.
  static func list(_ directory: String) throws(FileError) -> [String] {
    guard let stream = opendir(directory) else { throw error("opendir", directory) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) { String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }

  /// The bytes of a file, at most `limit`; nil when there is no such file.
  static func read(_ path: String, limit: Int) throws(FileError) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw error("open", path)
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while bytes.count < limit {
      let count = readBytes(descriptor, &chunk, min(chunk.count, limit - bytes.count))
      if count < 0 {
        if errno == EINTR { continue }
        throw error("read", path)
      }
      if count == 0 { break }
      bytes.append(contentsOf: chunk[..<count])
    }
    return bytes
  }

  /// Writes all bytes; a write that is interrupted goes on.
  static func write(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(FileError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        writeBytes(descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written)
      }
      if count < 0 {
        if errno == EINTR { continue }
        throw error("write", path)
      }
      written += count
    }
  }

  /// Replaces a file at once or not at all, also across a power cut: writes beside it, brings that to the disk, renames.
  static func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
    let temporary = path + ".new"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw error("open", temporary) }
    do {
      try write(bytes, to: descriptor, path: temporary)
      try synchronize(descriptor, path: temporary)
    } catch {
      close(descriptor)
      throw error
    }
    close(descriptor)
    guard rename(temporary, path) == 0 else { throw error("rename", path) }
    if let slash = path.lastIndex(of: "/") { try synchronizeDirectory(String(path[..<slash])) }
  }

  static func synchronize(_ descriptor: Int32, path: String) throws(FileError) {
    while fsync(descriptor) != 0 {
      guard errno == EINTR else { throw error("fsync", path) }
    }
  }

  /// Makes creations, renames and removals inside it last.
  static func synchronizeDirectory(_ path: String) throws(FileError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw error("open", path) }
    defer { close(descriptor) }
    try synchronize(descriptor, path: path)
  }

  /// nil: there is no such file.
  static func size(_ path: String) -> Int? {
    var info = stat()
    return stat(path, &info) == 0 ? Int(info.st_size) : nil
  }

  /// A file that is gone already is fine.
  static func remove(_ path: String) throws(FileError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw error("unlink", path) }
  }

  /// Opens a file to append to; creates it.
  static func openForAppending(_ path: String) throws(FileError) -> Int32 {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw error("open", path) }
    return descriptor
  }

  static func truncate(_ descriptor: Int32, to length: Int, path: String) throws(FileError) {
    guard ftruncate(descriptor, off_t(length)) == 0 else { throw error("ftruncate", path) }
  }

  /// Takes the lock that keeps a second client out; nil when another one holds it. Closing the descriptor gives it back.
  static func lock(_ path: String) throws(FileError) -> Int32? {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw error("open", path) }
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
    let isTaken = errno == EWOULDBLOCK
    let refused = error("flock", path)
    close(descriptor)
    guard isTaken else { throw refused }
    return nil
  }

  static func close(_ descriptor: Int32) { _ = closeFile(descriptor) }

  private static func error(_ operation: String, _ path: String) -> FileError {
    let code = errno
    return FileError(operation: operation, path: path, code: code, reason: String(cString: strerror(code)))
  }
}

/// A file operation that the system refused.
struct FileError: Error, Equatable, CustomStringConvertible {
  /// What was being done: `open`, `write`, `fsync` …
  var operation: String
  /// The last component only: paths name people.
  var file: String
  /// The system's error number.
  var code: Int32
  /// The system's words for it.
  var reason: String

  /// What stands in the way may be gone later: a device that was not unlocked yet, a disk that is busy, too many open files. It says nothing
  /// about what is stored.
  var mayPass: Bool {
    [EACCES, EPERM, EIO, EBUSY, EAGAIN, EINTR, EMFILE, ENFILE, ENOMEM, ENOLCK, EDEADLK, ETIMEDOUT, ESTALE].contains(code)
  }

  var description: String { "\(operation) \(file): \(reason) (\(code))" }
}

extension FileError {
  init(operation: String, path: String, code: Int32, reason: String) {
    self.init(operation: operation, file: path.lastComponent, code: code, reason: reason)
  }
}

extension String {
  /// Of a path: the name of the file.
  var lastComponent: String { lastIndex(of: "/").map { String(self[index(after: $0)...]) } ?? self }
}
