// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import APNs
import MartletCore
import NIOConcurrencyHelpers
import NIOCore
import NIOHPACK
import NIOHTTP2

/// One connection of an endpoint: reads requests from frames and does what the script says.
final class EndpointHandler: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame
  typealias OutboundOut = HTTP2Frame

  private struct Request {
    var head: RequestHead
    var number: Int
    var decision: EndpointState.Decision
    var payload: [UInt8] = []
    /// Whether an answer was sent, and the rest is only read away.
    var isAnswered = false
  }

  private let state: NIOLockedValueBox<EndpointState>
  private let environment: Environment
  private let deliver: @Sendable (ReceivedPush) -> Void
  private var context: ChannelHandlerContext?
  private var requests: [HTTP2StreamID: Request] = [:]
  private var held: [HTTP2StreamID] = []
  private var firstKeyID: String?
  /// The last stream whose headers came.
  private var lastBegun = HTTP2StreamID(0)
  /// The last stream that is processed before the connection ends; nil while no end is planned.
  private var lastProcessed: HTTP2StreamID?
  private var isEndAnnounced = false
  private var consumed = 0
  private static let windowStep = 1 << 20

  init(
    state: NIOLockedValueBox<EndpointState>, environment: Environment,
    deliver: @escaping @Sendable (ReceivedPush) -> Void
  ) {
    (self.state, self.environment, self.deliver) = (state, environment, deliver)
  }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }
  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  // MARK: In

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    switch frame.payload {
    case .headers(let content):
      begin(frame.streamID, RequestHead(content.headers))
      if content.endStream { end(frame.streamID) }
    case .data(let content):
      if case .byteBuffer(let buffer) = content.data { read(buffer, frame.streamID) }
      if content.endStream { end(frame.streamID) }
    case .settings(.settings) where consumed == 0:
      // The window of the connection is never what a sender waits for.
      consumed = 1
      send(.windowUpdate(windowSizeIncrement: Self.windowStep * 16), .rootStream)
    default: break
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    context.flush()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if let event = event as? StreamClosedEvent { requests[event.streamID] = nil }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // After the announced end, requests are still on their way, and NIOHTTP2 takes them for a
    // mistake. So are answers: closing now would lose them. The sender closes the connection when
    // it has them all.
    guard !isEndAnnounced else { return }
    context.close(promise: nil)
  }

  private func begin(_ stream: HTTP2StreamID, _ head: RequestHead) {
    // Trailers, or what is not processed any more.
    guard requests[stream] == nil, lastProcessed == nil else { return }
    let now = environment.now()
    let (number, decision) = state.withLockedValue { state in
      state.inFlight(requests.count + 1)
      return state.began(head, firstKeyID: &firstKeyID, at: now)
    }
    requests[stream] = Request(head: head, number: number, decision: decision)
    switch decision {
    case .step(.refuseEarly(let reason)):
      signal()
      refuse(stream, reason)
    case .step(.goAway(let isProcessed)): planEnd(stream, isProcessed: isProcessed)
    default: break
    }
    lastBegun = stream
  }

  private func read(_ buffer: ByteBuffer, _ stream: HTTP2StreamID) {
    consumed += buffer.readableBytes
    if consumed > Self.windowStep {
      send(.windowUpdate(windowSizeIncrement: consumed), .rootStream)
      consumed = 1
    }
    guard let request = requests[stream], !request.isAnswered else { return }
    requests[stream]?.payload += buffer.readableBytesView
    if request.payload.count + buffer.readableBytes > Push.maximumPayloadBytes {
      signal()
      refuse(stream, .payloadTooLarge)
    }
  }

  private func end(_ stream: HTTP2StreamID) {
    guard let request = requests[stream], !request.isAnswered else { return }
    defer { signal() }
    switch request.decision {
    case .refuse(let reason): refuse(stream, reason)
    case .step(let step):
      if let reason = state.withLockedValue({ $0.rules.refusal(ofPayload: request.payload.count) }) {
        return refuse(stream, reason)
      }
      perform(step, stream)
    }
  }

  private func signal() {
    for continuation in state.withLockedValue({ $0.receivedOne() }) { continuation.resume() }
  }

  // MARK: Steps

  private func perform(_ step: EndpointScript.Step, _ stream: HTTP2StreamID) {
    switch step {
    case .accept: accept(stream)
    case .refuse(let reason, let timestamp, let retryAfter):
      refuse(stream, reason, timestamp: timestamp, retryAfter: retryAfter)
    case .answer(let status, let body): answer(stream, status: status, body: body)
    case .refuseEarly(let reason): refuse(stream, reason)
    case .hold: held.append(stream)
    case .ignore: break
    case .delay(let duration): delay(stream, duration)
    case .reset(let isUnprocessed): send(.rstStream(isUnprocessed ? .refusedStream : .internalError), stream)
    // Its headers planned the end.
    case .goAway: accept(stream)
    case .loseAnswer:
      record(stream)
      // Only this answer is lost, not those of others.
      context?.flush()
      context?.close(promise: nil)
    case .close: context?.close(promise: nil)
    }
  }

  /// Headers come in the order of streams, and payloads in any order. So the headers decide which
  /// pushes are processed: those before.
  private func planEnd(_ stream: HTTP2StreamID, isProcessed: Bool) {
    lastProcessed = isProcessed ? stream : lastBegun
    if !isProcessed {
      requests[stream] = nil
      signal()
    }
    announceEnd()
  }

  /// Announces the planned end when all others are answered. From then on, NIOHTTP2 reads nothing
  /// that came after it.
  private func announceEnd() {
    guard let lastProcessed, !isEndAnnounced, requests.values.allSatisfy(\.isAnswered) else { return }
    isEndAnnounced = true
    send(.goAway(lastStreamID: lastProcessed, errorCode: .noError, opaqueData: nil), .rootStream)
  }

  private func delay(_ stream: HTTP2StreamID, _ duration: Duration) {
    guard let loop = context?.eventLoop else { return }
    let bound = NIOLoopBound(self, eventLoop: loop)
    Task { [environment] in
      try? await environment.sleep(duration)
      loop.execute {
        bound.value.accept(stream)
        bound.value.context?.flush()
      }
    }
  }

  /// Accepts what is held.
  func release() {
    for stream in held { accept(stream) }
    held = []
    context?.flush()
  }

  /// Tells the sender how many streams it may use.
  func announce(streams: Int) {
    send(.settings(.settings([HTTP2Setting(parameter: .maxConcurrentStreams, value: streams)])), .rootStream)
    context?.flush()
  }

  // MARK: Answers

  private func accept(_ stream: HTTP2StreamID) {
    guard requests[stream] != nil else { return }
    record(stream)
    answer(stream, status: 200, body: nil)
  }

  private func record(_ stream: HTTP2StreamID) {
    guard let request = requests[stream] else { return }
    let head = request.head
    let push = ReceivedPush(
      number: request.number, id: head.id ?? "", deviceToken: head.deviceToken, topic: head.topic ?? "",
      kind: head.kind ?? "",
      priority: head.priority.flatMap { Int($0) } ?? 10,
      expiration: head.expiration.flatMap { Int64($0) }.map { Instant(milliseconds: $0 * 1_000) },
      collapseID: head.collapseID,
      payload: request.payload)
    state.withLockedValue { $0.accept(push) }
    deliver(push)
  }

  private func refuse(
    _ stream: HTTP2StreamID, _ reason: APNsReason, timestamp: Instant? = nil, retryAfter: Int? = nil
  ) {
    let time = timestamp.map { #","timestamp":\#($0.milliseconds)"# } ?? ""
    answer(
      stream, status: reason.status, body: #"{"reason":"\#(reason.rawValue)"\#(time)}"#,
      retryAfter: retryAfter)
  }

  private func answer(_ stream: HTTP2StreamID, status: Int, body: String?, retryAfter: Int? = nil) {
    defer { announceEnd() }
    guard let id = requests[stream]?.head.id else {
      requests[stream] = nil
      return
    }
    requests[stream]?.isAnswered = true
    var headers = HPACKHeaders()
    headers.add(name: ":status", value: String(status))
    // Some senders find the push of an answer by it.
    headers.add(name: "apns-id", value: id, indexing: .nonIndexable)
    if let retryAfter { headers.add(name: "retry-after", value: String(retryAfter)) }
    send(.headers(.init(headers: headers, endStream: body == nil)), stream)
    if let body { send(.data(.init(data: .byteBuffer(ByteBuffer(string: body)), endStream: true)), stream) }
  }

  private func send(_ payload: HTTP2Frame.FramePayload, _ stream: HTTP2StreamID) {
    context?.write(wrapOutboundOut(HTTP2Frame(streamID: stream, payload: payload)), promise: nil)
  }
}
