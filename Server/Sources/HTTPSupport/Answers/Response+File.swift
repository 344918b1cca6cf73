// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPTypes
public import Hummingbird
import NIOCore

extension Response {
  /// A file that is written while it is sent, for the browser to save. When writing fails, the
  /// connection breaks off, so that nobody takes the part for the whole.
  ///
  /// - Parameter name: Letters, digits, `-`, `_` and `.` only.
  public init(
    file name: String, contentType: String,
    _ write: @escaping @Sendable (_ put: (_ bytes: [UInt8]) async throws -> Void) async throws -> Void
  ) {
    var headers: HTTPFields = [.contentType: contentType, .cacheControl: "no-store"]
    headers[.contentDisposition] = "attachment; filename=\"\(name)\""
    self.init(
      status: .ok, headers: headers,
      body: ResponseBody { writer in
        try await write { bytes in try await writer.write(ByteBuffer(bytes: bytes)) }
        try await writer.finish(nil)
      })
  }
}
