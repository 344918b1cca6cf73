// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1

/// Closes a connection whose `ConnectionTiming` has run out, or whose answer says so. A body that
/// is too slow is first answered with 408.
final class ConnectionTimeHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private var timing: ConnectionTiming
  private var hasAnswerBegun = false
  /// Bytes of answers that were written, to the client or to the buffers before it.
  private var written = 0
  /// The answer has announced the end of the connection: nothing that arrives afterwards is a
  /// request.
  private var isEnding = false
  private var timer: (task: Scheduled<Void>, at: NIODeadline)?

  init(limits: ConnectionLimits, at now: NIODeadline) {
    timing = ConnectionTiming(limits: limits, at: now)
  }

  func handlerAdded(context: ChannelHandlerContext) { watch(context) }

  func handlerRemoved(context: ChannelHandlerContext) { stopWatching() }

  func channelInactive(context: ChannelHandlerContext) {
    stopWatching()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isEnding else { return }
    switch unwrapInboundIn(data) {
    case .head: timing.headerCame(at: context.eventLoop.now)
    case .body(let buffer): timing.bodyCame(bytes: buffer.readableBytes)
    case .end: timing.requestEnded(at: context.eventLoop.now)
    }
    watch(context)
    context.fireChannelRead(data)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    switch unwrapOutboundIn(data) {
    case .head(let head):
      hasAnswerBegun = true
      isEnding = head.headers[canonicalForm: "connection"].contains { $0.lowercased() == "close" }
    case .body(let body): written += body.readableBytes
    case .end:
      hasAnswerBegun = false
      timing.answerEnded(at: context.eventLoop.now)
      if isEnding { timing.serverStops(at: context.eventLoop.now) }
      watch(context)
      guard !isEnding else {
        context.writeAndFlush(data, promise: promise)
        // Closes only the output: with data still arriving, closing both directions would make the
        // system discard the answer.
        return context.close(mode: .output, promise: nil)
      }
    }
    context.write(data, promise: promise)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    timing.writabilityChanged(
      to: context.channel.isWritable, accepted: accepted(context), at: context.eventLoop.now)
    watch(context)
    context.fireChannelWritabilityChanged()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent {
      timing.serverStops(at: context.eventLoop.now)
      watch(context)
    }
    context.fireUserInboundEventTriggered(event)
  }

  private func accepted(_ context: ChannelHandlerContext) -> Int {
    written - ((try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0)
  }

  // MARK: - The timer

  /// Keeps one timer that fires at or before the deadline, so that moving the deadline to later
  /// costs nothing.
  private func watch(_ context: ChannelHandlerContext) {
    guard let deadline = timing.deadline else { return }
    if let timer {
      guard deadline < timer.at else { return }
      timer.task.cancel()
    }
    let values = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
    let task = context.eventLoop.scheduleTask(deadline: deadline) {
      values.value.handler.timerWentOff(values.value.context)
    }
    timer = (task, deadline)
  }

  private func stopWatching() {
    timer?.task.cancel()
    timer = nil
  }

  private func timerWentOff(_ context: ChannelHandlerContext) {
    timer = nil
    timing.clientAccepted(accepted(context), at: context.eventLoop.now)
    guard let deadline = timing.deadline else { return }
    guard deadline <= context.eventLoop.now else { return watch(context) }
    if timing.isReadingBody, !hasAnswerBegun, context.channel.isWritable {
      let headers: HTTPHeaders = ["Connection": "close", "Content-Length": "0"]
      context.write(
        wrapOutboundOut(
          .head(HTTPResponseHead(version: .http1_1, status: .requestTimeout, headers: headers))), promise: nil
      )
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
    context.close(promise: nil)
  }
}
