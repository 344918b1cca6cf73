// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

/// Decides about a file while it is being downloaded, and afterwards.
enum PictureFile {
  /// The types that the system shows in a notification. Raw values are the endings by which it
  /// recognises a file.
  enum Format: String, CaseIterable {
    case jpeg = "jpg"
    case png, gif

    /// The bytes of a file tell its type reliably. Servers of files often send no type, or a wrong
    /// one.
    init?(firstBytes bytes: some Sequence<UInt8>) {
      let bytes = Array(bytes.prefix(Self.prefixLength))
      guard let format = Self.allCases.first(where: { bytes.starts(with: $0.firstBytes) }) else { return nil }
      self = format
    }

    /// How many bytes `init(firstBytes:)` looks at.
    static let prefixLength = 8

    private var firstBytes: [UInt8] {
      switch self {
      case .jpeg: [0xFF, 0xD8, 0xFF]
      case .png: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      case .gif: Array("GIF8".utf8)
      }
    }
  }

  /// Why a response is not worth its download. nil: it is.
  ///
  /// - Parameters:
  ///   - type: the MIME type, without parameters. Servers that do not know it send none, or one
  ///     that stands for any bytes.
  ///   - length: the expected number of bytes. Negative if unknown.
  static func problem(status: Int, type: String?, length: Int64) -> NotificationPictureProblem? {
    if status != 200 { return .status(status) }
    if let type = type?.lowercased(), !type.hasPrefix("image/"), type != "application/octet-stream",
      type != "binary/octet-stream"
    {
      return .type(type)
    }
    return problem(bytes: length)
  }

  /// Why a download is stopped after this many bytes.
  static func problem(bytes: Int64) -> NotificationPictureProblem? {
    bytes > Int64(NotificationPicture.maximumBytes) ? .tooLarge : nil
  }

  /// The name under which a complete file is passed to the system.
  ///
  /// - Parameters:
  ///   - name: the name of the temporary file.
  ///   - type: the MIME type of the response, for the words of the problem.
  static func name(for name: String, firstBytes: some Sequence<UInt8>, type: String?)
    throws(NotificationPictureProblem) -> String
  {
    guard let format = Format(firstBytes: firstBytes) else { throw .type(type) }
    return "\(name.prefix { $0 != "." }).\(format.rawValue)"
  }
}
