// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

package import NIOCore

/// Copies everything that is written between two flushes into one buffer. Without it, each frame's
/// head and each payload becomes a record of its own in TLS, which costs more than the copy.
package final class WriteGathering: ChannelOutboundHandler {
  package typealias OutboundIn = IOData
  package typealias OutboundOut = ByteBuffer

  private var gathered: ByteBuffer?
  private var promises: [EventLoopPromise<Void>] = []

  package init() {}

  package func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard case .byteBuffer(var buffer) = unwrapOutboundIn(data) else {
      return context.write(data, promise: promise)
    }
    if let promise { promises.append(promise) }
    if gathered == nil { gathered = context.channel.allocator.buffer(capacity: 16 * 1_024) }
    gathered?.writeBuffer(&buffer)
  }

  package func flush(context: ChannelHandlerContext) {
    if let buffer = gathered {
      gathered = nil
      let all = promises.isEmpty ? nil : context.eventLoop.makePromise(of: Void.self)
      for promise in promises { all?.futureResult.cascade(to: promise) }
      promises.removeAll()
      context.write(wrapOutboundOut(buffer), promise: all)
    }
    context.flush()
  }

  package func handlerRemoved(context: ChannelHandlerContext) {
    gathered = nil
    for promise in promises { promise.fail(ChannelError.ioOnClosedChannel) }
    promises.removeAll()
  }
}
