// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import NIOCore

extension ResponseBody {
  /// The same body; one that is written while it is sent waits after each part until the connection
  /// has got it.
  ///
  /// Otherwise parts would be made faster than the connection learns that its client accepts no
  /// more, and all of them would be in memory.
  func written(on loop: any EventLoop) -> ResponseBody {
    guard contentLength == nil else { return self }
    return ResponseBody { writer in try await write(PacedWriter(writer: writer, loop: loop)) }
  }
}

private struct PacedWriter: ResponseBodyWriter {
  var writer: any ResponseBodyWriter
  let loop: any EventLoop

  mutating func write(_ buffer: ByteBuffer) async throws {
    try await writer.write(buffer)
    try await loop.submit {}.get()
  }

  consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
    try await writer.finish(trailingHeaders)
  }
}
