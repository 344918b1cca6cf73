// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import NIOCore
import NIOHTTP1

/// Passes on what a client sends, one request at a time: `RequestTurn` says when.
///
/// Two handlers, because bytes become requests between them. `Bytes` keeps the bytes that come too
/// early, and then reads no more; it passes on few at a time, because a kilobyte can contain fifty
/// requests. `Requests` keeps the rest of those few. So a client that sends thousands of requests
/// and reads no answer costs a few kilobytes and one answer.
enum RequestOrder {
  /// The most bytes that become requests at once.
  static let bytesAtOnce = 1_024
  /// The most bytes that may wait after the client has said that it sends no more. The system
  /// passes on everything then, wanted or not.
  static let bytesAtEnd = 65_536

  /// A pair of handlers for one connection. `Bytes` belongs before the decoder, `Requests` after
  /// it.
  static func handlers(unread: UnreadAnswers) -> (bytes: Bytes, requests: Requests) {
    let requests = Requests(unread: unread)
    let bytes = Bytes(requests: requests)
    requests.onFree = { [weak bytes] in bytes?.proceed() }
    return (bytes, requests)
  }

  final class Bytes: ChannelDuplexHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = NIOAny

    private let requests: Requests
    private var waiting = ByteBuffer()
    private var context: ChannelHandlerContext?
    private var isReadWanted = false
    private var hasInputEnded = false
    private var isPassingOn = false

    init(requests: Requests) {
      self.requests = requests
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      var more = unwrapInboundIn(data)
      if waiting.readableBytes == 0 { waiting = more } else { waiting.writeBuffer(&more) }
      if waiting.readableBytes > RequestOrder.bytesAtEnd, !requests.takesBytes {
        return context.close(promise: nil)
      }
      passOn(context)
    }

    func read(context: ChannelHandlerContext) {
      if waiting.readableBytes > 0 { isReadWanted = true } else { context.read() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if event as? ChannelEvent == .inputClosed, waiting.readableBytes > 0 {
        hasInputEnded = true
      } else {
        context.fireUserInboundEventTriggered(event)
      }
    }

    /// An answer has been written.
    fileprivate func proceed() {
      guard let context, waiting.readableBytes > 0 else { return }
      passOn(context)
      context.fireChannelReadComplete()
      guard waiting.readableBytes == 0 else { return }
      if hasInputEnded {
        hasInputEnded = false
        context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
      }
      if isReadWanted {
        isReadWanted = false
        context.read()
      }
    }

    private func passOn(_ context: ChannelHandlerContext) {
      // An answer that is written meanwhile only lets the loop go on.
      guard !isPassingOn else { return }
      isPassingOn = true
      defer { isPassingOn = false }
      while requests.takesBytes,
        let part = waiting.readSlice(length: min(waiting.readableBytes, RequestOrder.bytesAtOnce)),
        part.readableBytes > 0
      {
        context.fireChannelRead(wrapInboundOut(part))
      }
      if waiting.readableBytes == 0 { waiting = ByteBuffer() }
    }
  }

  final class Requests: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    fileprivate var onFree: () -> Void = {}
    private let unread: UnreadAnswers
    private var account: UnreadAnswers.Account?
    private var turn = RequestTurn()
    /// What follows the request that is being answered: parts of requests, and then the end of the
    /// input or an error.
    private var waiting = CircularBuffer<HTTPServerRequestPart>()
    private var waitingEvent: (any Sendable)?
    private var waitingError: (any Error)?

    init(unread: UnreadAnswers) {
      self.unread = unread
    }

    fileprivate var takesBytes: Bool { waiting.isEmpty && turn.takesBytes }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let part = unwrapInboundIn(data)
      if isTooEarly(part) { waiting.append(part) } else { passOn(part, context) }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
      if event as? ChannelEvent == .inputClosed, !waiting.isEmpty {
        waitingEvent = ChannelEvent.inputClosed
      } else {
        context.fireUserInboundEventTriggered(event)
      }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      if waiting.isEmpty { context.fireErrorCaught(error) } else { waitingError = error }
    }

    func channelInactive(context: ChannelHandlerContext) {
      waiting.removeAll()
      context.fireChannelInactive()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      switch unwrapOutboundIn(data) {
      case .head: context.write(data, promise: promise)
      case .body(let body):
        let bytes = body.readableBytes
        let account = account ?? unread.open(context.channel)
        self.account = account
        unread.add(bytes, to: account)
        let written = promise ?? context.eventLoop.makePromise()
        // Isolated: a promise of this connection's event loop, on which handlers are called.
        written.futureResult.assumeIsolated().whenComplete { _ in self.unread.remove(bytes, from: account) }
        context.write(data, promise: written)
      case .end:
        let written = promise ?? context.eventLoop.makePromise()
        // Isolated: a promise of this connection's event loop, on which handlers are called.
        written.futureResult.assumeIsolated().whenSuccess { self.answerWritten(context) }
        context.write(data, promise: written)
      }
    }

    private func isTooEarly(_ part: HTTPServerRequestPart) -> Bool {
      if case .head = part { return !waiting.isEmpty || !turn.isFree }
      return !waiting.isEmpty
    }

    private func passOn(_ part: HTTPServerRequestPart, _ context: ChannelHandlerContext) {
      switch part {
      case .head: turn.requestBegan()
      case .body: break
      case .end: turn.requestEnded()
      }
      context.fireChannelRead(wrapInboundOut(part))
    }

    private func answerWritten(_ context: ChannelHandlerContext) {
      turn.answerWritten()
      guard context.channel.isActive else { return }
      var isAny = false
      while let part = waiting.first {
        if case .head = part, !turn.isFree { break }
        waiting.removeFirst()
        passOn(part, context)
        isAny = true
      }
      if isAny { context.fireChannelReadComplete() }
      guard waiting.isEmpty else { return }
      if let error = waitingError {
        waitingError = nil
        context.fireErrorCaught(error)
      }
      if let event = waitingEvent {
        waitingEvent = nil
        context.fireUserInboundEventTriggered(event)
      }
      onFree()
    }
  }
}

/// Whose turn it is on one connection: the next request begins when the answer before it has been
/// written to the socket.
struct RequestTurn: Hashable, Sendable {
  /// A header has come, and the body after it is not complete.
  private(set) var isReceiving = false
  /// A header has come, and the answer to it is not written.
  private(set) var isAnswering = false

  /// Whether the header of another request may come.
  var isFree: Bool { !isReceiving && !isAnswering }

  /// Whether more bytes of the client are of use now: those of the request that has begun, or of
  /// the next one.
  var takesBytes: Bool { isReceiving || !isAnswering }

  mutating func requestBegan() { (isReceiving, isAnswering) = (true, true) }
  mutating func requestEnded() { isReceiving = false }
  mutating func answerWritten() { isAnswering = false }
}
