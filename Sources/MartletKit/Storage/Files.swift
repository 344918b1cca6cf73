// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

// The system's functions, for use where other functions have the same names.
private let closeFile = close
private let readBytes = read
let writeBytes = write

/// The file operations that the client needs, in particular those that ensure that bytes are on the
/// disk.
enum Files {
  /// Creates the directory and its parents. An existing directory is not an error.
  static func makeDirectory(_ path: String) throws(FileError) {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
      throw error("mkdir", path)
    }
    try makeDirectory(String(path[..<slash]))
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw error("mkdir", path) }
  }

  /// The names in a directory, without `.` and `..`.
  static func list(_ directory: String) throws(FileError) -> [String] {
    guard let stream = opendir(directory) else { throw error("opendir", directory) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
          String(cString: $0)
        }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }

  /// The bytes of a file, at most `limit`. nil if there is no such file.
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

  /// Writes all bytes, and continues after interruptions.
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

  /// Replaces a file atomically, also across a power failure: writes a temporary file, flushes it
  /// to the disk, and renames it.
  static func replace(_ path: String, with bytes: [UInt8]) throws(FileError) {
    let temporary = path + ".new"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw error("open", temporary) }
    do {
      defer { close(descriptor) }
      try write(bytes, to: descriptor, path: temporary)
      try synchronize(descriptor, path: temporary)
    }
    guard rename(temporary, path) == 0 else { throw error("rename", path) }
    if let slash = path.lastIndex(of: "/") { try synchronizeDirectory(String(path[..<slash])) }
  }

  /// How far written bytes must get.
  enum Flush {
    /// To the drive, before anything that is written later. A power failure may still take the
    /// newest of them, but leaves no gap.
    case inOrder
    /// To the disk.
    case durable
  }

  /// Returns when the bytes are as far. Only Apple's systems tell the two apart, and some of their
  /// volumes do not.
  static func synchronize(_ descriptor: Int32, path: String, _ flush: Flush = .durable) throws(FileError) {
    #if canImport(Darwin)
    // There, fsync only passes the bytes to the drive, which keeps them in its own memory and may
    // write them in another order.
    if fcntl(descriptor, flush == .durable ? F_FULLFSYNC : F_BARRIERFSYNC) != -1 { return }
    #endif
    while fsync(descriptor) != 0 {
      guard errno == EINTR else { throw error("fsync", path) }
    }
  }

  /// Makes creations, renames and removals in the directory durable.
  static func synchronizeDirectory(_ path: String) throws(FileError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw error("open", path) }
    defer { close(descriptor) }
    try synchronize(descriptor, path: path)
  }

  /// nil if there is no such file.
  static func size(_ path: String) -> Int? {
    var info = stat()
    return stat(path, &info) == 0 ? Int(info.st_size) : nil
  }

  /// Does nothing if the file is already gone.
  static func remove(_ path: String) throws(FileError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw error("unlink", path) }
  }

  /// Opens a file for appending, and creates it if necessary.
  static func openForAppending(_ path: String) throws(FileError) -> Int32 {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw error("open", path) }
    return descriptor
  }

  static func truncate(_ descriptor: Int32, to length: Int, path: String) throws(FileError) {
    guard ftruncate(descriptor, off_t(length)) == 0 else { throw error("ftruncate", path) }
  }

  /// Takes the lock that keeps a second client out. Returns nil if another client holds it. Closing
  /// the descriptor releases it.
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

  /// Writes a byte to a new file and removes it. Throws why a file cannot be written.
  static func probe(_ path: String) throws(FileError) {
    let descriptor = try openForAppending(path)
    let written = Result { () throws(FileError) in try write([0], to: descriptor, path: path) }
    close(descriptor)
    try remove(path)
    try written.get()
  }

  static func close(_ descriptor: Int32) { _ = closeFile(descriptor) }

  private static func error(_ operation: String, _ path: String) -> FileError {
    let code = errno
    return FileError(operation: operation, path: path, code: code, reason: String(cString: strerror(code)))
  }
}

/// A file operation that the system refused.
struct FileError: Error, Equatable, CustomStringConvertible {
  /// The failed operation: `open`, `write`, `fsync` …
  var operation: String
  /// The last path component only, because paths can contain names of people.
  var file: String
  var code: Int32
  var reason: String

  /// Whether the obstacle may be temporary: a locked device, a busy disk, or too many open files.
  /// It says nothing about the stored data.
  var mayPass: Bool {
    [EACCES, EPERM, EIO, EBUSY, EAGAIN, EINTR, EMFILE, ENFILE, ENOMEM, ENOLCK, EDEADLK, ETIMEDOUT, ESTALE]
      .contains(code)
  }

  var description: String { "\(operation) \(file): \(reason) (\(code))" }
}

extension FileError {
  init(operation: String, path: String, code: Int32, reason: String) {
    self.init(operation: operation, file: path.lastComponent, code: code, reason: reason)
  }
}

extension String {
  /// The file name in a path.
  var lastComponent: String { lastIndex(of: "/").map { String(self[index(after: $0)...]) } ?? self }
}
