// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import NIOCore
import NIOHPACK
import NIOHTTP2

/// The end of a connection's pipeline: turns frames into inputs of `SenderState`, and pushes into
/// frames. It uses frames directly, because a channel for each stream costs several times as much
/// as everything else together.
final class LinkHandler: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame
  typealias OutboundOut = HTTP2Frame
  typealias Stream = ConnectionState.Stream

  enum Event {
    case heard
    case settings(streams: Int)
    case answered(Stream, APNsAnswer)
    case reset(Stream, isUnprocessed: Bool)
    case goAway(last: Stream)
    /// The connection is about to close.
    case failed(ConnectionTrouble)
  }

  private let report: (Event) -> Void
  private var context: ChannelHandlerContext?
  private var parts: [HTTP2StreamID: AnswerParts] = [:]
  /// Answers that are whole since the read began.
  private var whole: [HTTP2StreamID] = []
  private var isReading = false
  private var mustFlush = false
  /// Received, and not yet returned to the peer's window.
  private var receivedBytes = 0
  private static let windowStep = 16 * 1_024

  init(report: @escaping (Event) -> Void) {
    self.report = report
  }

  // MARK: Out

  func write(_ headers: HPACKHeaders, _ payload: [UInt8], stream: Stream) {
    guard let context else { return }
    let id = HTTP2StreamID(Int(stream))
    parts[id] = AnswerParts()
    send(.headers(.init(headers: headers)), id, context)
    send(
      .data(.init(data: .byteBuffer(context.channel.allocator.buffer(bytes: payload)), endStream: true)), id,
      context)
    flushSoon(context)
  }

  func cancel(_ stream: Stream) {
    let id = HTTP2StreamID(Int(stream))
    guard let context, parts.removeValue(forKey: id) != nil else { return }
    send(.rstStream(.cancel), id, context)
    flushSoon(context)
  }

  private func send(
    _ payload: HTTP2Frame.FramePayload, _ stream: HTTP2StreamID, _ context: ChannelHandlerContext
  ) {
    context.write(wrapOutboundOut(HTTP2Frame(streamID: stream, payload: payload)), promise: nil)
  }

  /// Once for everything that is written in this turn of the event loop.
  private func flushSoon(_ context: ChannelHandlerContext) {
    guard !mustFlush else { return }
    mustFlush = true
    // Safe: a handler is only called on its channel's event loop.
    if !isReading { context.eventLoop.assumeIsolated().execute { self.flush() } }
  }

  private func flush() {
    guard mustFlush, let context else { return }
    mustFlush = false
    context.flush()
  }

  // MARK: In

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }
  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if !isReading {
      isReading = true
      report(.heard)
    }
    let frame = unwrapInboundIn(data)
    switch frame.payload {
    case .headers(let content):
      parts[frame.streamID]?.read(content.headers)
      if content.endStream { end(frame.streamID) }
    case .data(let content):
      if case .byteBuffer(let buffer) = content.data {
        parts[frame.streamID]?.read(buffer.readableBytesView)
        received(buffer.readableBytes, context)
      }
      if content.endStream { end(frame.streamID) }
    case .settings(.settings(let list)): settings(list)
    case .goAway(let last, _, _): report(.goAway(last: Stream(clamping: Int(last))))
    default: break
    }
  }

  private var streamLimit = Int.max
  private func settings(_ list: HTTP2Settings) {
    if let limit = list.last(where: { $0.parameter == .maxConcurrentStreams }) { streamLimit = limit.value }
    report(.settings(streams: streamLimit))
  }

  private func received(_ bytes: Int, _ context: ChannelHandlerContext) {
    receivedBytes += bytes
    guard receivedBytes >= Self.windowStep else { return }
    send(.windowUpdate(windowSizeIncrement: receivedBytes), .rootStream, context)
    receivedBytes = 0
    flushSoon(context)
  }

  private func end(_ stream: HTTP2StreamID) {
    guard parts[stream] != nil else { return }
    parts[stream]?.isWhole = true
    whole.append(stream)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if let event = event as? StreamClosedEvent { closed(event) }
    context.fireUserInboundEventTriggered(event)
  }

  private func closed(_ event: StreamClosedEvent) {
    guard let parts = parts.removeValue(forKey: event.streamID) else { return }
    let stream = Stream(clamping: Int(event.streamID))
    if let answer = parts.answer {
      report(.answered(stream, answer))
    } else {
      report(.reset(stream, isUnprocessed: event.reason == .refusedStream))
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    // The peer has answered before it had read the whole push. The rest is not sent, and the stream
    // must not stay open.
    for stream in whole where parts[stream] != nil {
      send(.rstStream(.noError), stream, context)
      mustFlush = true
    }
    whole.removeAll(keepingCapacity: true)
    isReading = false
    flush()
    context.fireChannelReadComplete()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // A damaged answer costs its stream only, which is reported on its own.
    if error is NIOHTTP2Errors.StreamError { return }
    report(.failed(ConnectionTrouble(error)))
    context.close(promise: nil)
  }
}

/// What has come of an answer.
struct AnswerParts {
  private var status: Int?
  private var retryAfter: String?
  private var body: [UInt8] = []
  /// Whether nothing more will come.
  var isWhole = false

  mutating func read(_ headers: HPACKHeaders) {
    // Trailers have no status, and answers from 100 to 199 are followed by another one.
    guard let text = headers.first(name: ":status"), let status = Int(text), status >= 200 else { return }
    self.status = status
    if status != 200 { retryAfter = headers.first(name: "retry-after") }
  }

  mutating func read(_ bytes: ByteBufferView) {
    body += bytes.prefix(max(APNsAnswer.maximumBytes - body.count, 0))
  }

  /// nil if the peer ended the stream without a status.
  var answer: APNsAnswer? {
    guard isWhole, let status else { return nil }
    return APNsAnswer(status: status, retryAfter: retryAfter, body: body)
  }
}
