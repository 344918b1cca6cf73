// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import NIOCore

/// Answers a connection beyond the limit with 503, whatever it sends, and closes it.
final class RefusalHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// Long enough for the client to read the answer before the connection ends.
  static let grace = TimeAmount.seconds(1)

  static let answer =
    "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/problem+json\r\nRetry-After: 5\r\nConnection: close\r\n"
    + "Content-Length: \(body.utf8.count)\r\n\r\n" + body
  private static let body =
    #"{"code":"too_many_connections","remedy":"Try again after the time in Retry-After.","status":503,"#
    + #""title":"The server has as many connections as it can take."}"#

  func channelActive(context: ChannelHandlerContext) {
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: Self.answer)), promise: nil)
    context.close(mode: .output, promise: nil)
    let channel = context.channel
    context.eventLoop.scheduleTask(in: Self.grace) { channel.close(promise: nil) }
    context.read()
  }

  /// Ignores what arrives.
  func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

  func channelReadComplete(context: ChannelHandlerContext) { context.read() }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event as? ChannelEvent == .inputClosed { context.close(promise: nil) }
  }
}
