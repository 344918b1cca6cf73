// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
import NIOCore
import NIOHTTP2
public import NIOPosix
import NIOSSL

/// Sends pushes to one host with one key, over one connection. `SenderState` decides; this
/// performs.
///
/// It never logs, so neither tokens nor keys nor payloads can end up in a log. Call `shutDown()`
/// when it is no longer needed.
public actor PushSender: PushSending {
  private struct Waiting {
    let push: Push
    let continuation: CheckedContinuation<PushResult, Never>
  }

  private struct OpenLink {
    var handler: LinkHandler?
    var channel: (any Channel)?
    /// Why it is about to close.
    var trouble: ConnectionTrouble?
  }

  nonisolated private let loop: any EventLoop
  /// Runs on the connection's event loop, so that a push changes threads once.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.executor.asUnownedSerialExecutor() }

  private let key: SigningKey
  private let host: APNsHost
  private let environment: Environment
  private let tls: NIOSSLContext
  private(set) var state: SenderState
  private var waiting: [SenderState.RequestID: Waiting] = [:]
  private var lastRequest: SenderState.RequestID = 0
  private var links: [SenderState.Link: OpenLink] = [:]
  private var sleeper: (until: Duration, task: Task<Void, Never>)?
  private var stopping: [CheckedContinuation<Void, Never>] = []

  /// Creates a sender. It connects with the first push.
  ///
  /// - Throws: An error of the TLS library if the host's certificate or those of the system cannot
  ///   be read.
  public init(
    key: SigningKey, host: APNsHost, limits: SenderLimits = SenderLimits(), environment: Environment,
    group: MultiThreadedEventLoopGroup = .singleton
  ) throws {
    self.key = key
    self.host = host
    self.environment = environment
    loop = group.next()
    state = SenderState(limits: limits)
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.applicationProtocols = ["h2"]
    configuration.minimumTLSVersion = .tlsv12
    if case .certificates(let list) = host.trust {
      configuration.trustRoots = .certificates(
        try list.map { try NIOSSLCertificate(bytes: $0, format: .der) })
    }
    tls = try NIOSSLContext(configuration: configuration)
  }

  /// Sends a push and returns what became of it, within `SenderLimits.deadline`.
  ///
  /// Any number of calls can wait at a time. Those that find no free stream wait in order, so call
  /// it from about as many tasks as pushes may be in flight. If a connection is lost, the push is
  /// sent again over another one with the same id and collapse id, so that a device shows it once.
  /// Cancelling the task takes back a push that is not on its way yet.
  public func send(_ push: Push) async -> PushResult {
    if Task.isCancelled { return .later(Postponement(cause: .withdrawn, wait: .none)) }
    lastRequest += 1
    let request = lastRequest
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        waiting[request] = Waiting(push: push, continuation: continuation)
        handle(.submit(request))
      }
    } onCancel: {
      Task { await self.withdraw(request) }
    }
  }

  private func withdraw(_ request: SenderState.RequestID) { handle(.withdraw(request)) }

  /// Accepts no more pushes, waits for the results of all others, and closes the connection. Takes
  /// at most `SenderLimits.deadline`, and some seconds more if the peer does not close its side.
  public func shutDown() async {
    handle(.shutDown)
    await withCheckedContinuation { continuation in
      stopping.append(continuation)
      endIfStopped()
    }
  }

  // MARK: Inputs and effects

  private var time: SenderTime { SenderTime(wall: environment.now(), monotonic: environment.monotonicNow()) }

  private func handle(_ input: SenderState.Input) {
    for effect in state.handle(input, at: time, random: environment.random()) { perform(effect) }
    sleepUntilNextWake()
    endIfStopped()
  }

  private func perform(_ effect: SenderState.Effect) {
    switch effect {
    case .connect(let link): connect(link)
    case .signToken: sign()
    case .write(let link, let stream, let request, let token):
      guard let push = waiting[request]?.push else { return }
      links[link]?.handler?.write(
        push.headers(authority: host.name, token: token), push.payload, stream: stream)
    case .cancel(let link, let stream): links[link]?.handler?.cancel(stream)
    case .close(let link):
      links[link]?.handler = nil
      links[link]?.channel?.close(promise: nil)
    case .finish(let request, let result):
      waiting.removeValue(forKey: request)?.continuation.resume(returning: result)
    }
  }

  private func sign() {
    let now = time
    Task {
      do {
        let text = try await key.token(issuedAt: now.wall.milliseconds / 1_000)
        handle(
          .tokenSigned(ProviderToken(text: "bearer \(text)", issuedAt: now.wall, signedAt: now.monotonic)))
      } catch {
        handle(.tokenFailed)
      }
    }
  }

  private func sleepUntilNextWake() {
    guard let next = state.nextWake else {
      sleeper?.task.cancel()
      sleeper = nil
      return
    }
    // One that wakes too early only looks again.
    if let sleeper, sleeper.until <= next { return }
    sleeper?.task.cancel()
    let duration = max(next - environment.monotonicNow(), .zero)
    sleeper = (
      next,
      Task { [environment] in
        if duration > .zero { try? await environment.sleep(duration) }
        guard !Task.isCancelled else { return }
        sleeper = nil
        handle(.wake)
      }
    )
  }

  private func endIfStopped() {
    guard state.isStopped, links.isEmpty, !stopping.isEmpty else { return }
    for continuation in stopping { continuation.resume() }
    stopping = []
  }

  // MARK: Connections

  private func connect(_ link: SenderState.Link) {
    // Safe: this actor runs on the event loop of its channels, which calls the handler.
    let handler = LinkHandler { event in self.assumeIsolated { $0.receive(event, link) } }
    links[link] = OpenLink(handler: handler)
    let (tls, name) = (tls, host.name)
    let bound = NIOLoopBound(handler, eventLoop: loop)
    ClientBootstrap(group: loop)
      .connectTimeout(.nanoseconds(Int64(state.limits.opening / .nanoseconds(1))))
      .channelOption(.tcpOption(.tcp_nodelay), value: 1)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          var http = NIOHTTP2Handler.ConnectionConfiguration()
          http.initialSettings = [HTTP2Setting(parameter: .enablePush, value: 0)]
          // APNs may refuse all that is in flight at a time. Closing the connection for it would
          // lose the answers to others.
          var stream = NIOHTTP2Handler.StreamConfiguration()
          stream.streamResetFrameRateLimit.maximumCount = 100_000
          let pipeline = channel.pipeline.syncOperations
          try pipeline.addHandler(NIOSSLClientHandler(context: tls, serverHostname: name))
          try pipeline.addHandler(WriteGathering())
          try pipeline.addHandler(
            NIOHTTP2Handler(mode: .client, connectionConfiguration: http, streamConfiguration: stream))
          try pipeline.addHandler(bound.value)
        }
      }
      .connect(host: host.address, port: host.port)
      // Safe: the bootstrap's group is this actor's event loop.
      .whenComplete { result in self.assumeIsolated { $0.connected(link, result) } }
  }

  private func connected(_ link: SenderState.Link, _ result: Result<any Channel, any Error>) {
    let channel: any Channel
    switch result {
    case .success(let opened): channel = opened
    case .failure(let error):
      if links[link]?.trouble == nil { links[link]?.trouble = ConnectionTrouble(error) }
      return closed(link)
    }
    // Not by an event of the pipeline: HTTP/2 does not pass it on when a connection is closed in
    // this very moment.
    channel.closeFuture.whenComplete { _ in self.assumeIsolated { $0.closed(link) } }
    // Given up meanwhile.
    if links[link]?.handler == nil { return channel.close(promise: nil) }
    links[link]?.channel = channel
  }

  private func closed(_ link: SenderState.Link) {
    let trouble = links.removeValue(forKey: link)?.trouble
    handle(.closed(link, trouble))
  }

  private func receive(_ event: LinkHandler.Event, _ link: SenderState.Link) {
    switch event {
    case .heard: handle(.heard(link))
    case .settings(let streams): handle(.settings(link, streams: streams))
    case .answered(let stream, let answer): handle(.answered(link, stream, answer))
    case .reset(let stream, let isUnprocessed): handle(.reset(link, stream, isUnprocessed: isUnprocessed))
    case .goAway(let last): handle(.goAway(link, last: last))
    case .failed(let trouble): links[link]?.trouble = trouble
    }
  }
}
