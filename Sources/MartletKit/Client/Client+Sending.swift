// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletWire

/// What goes to the server, and what its answers change.
extension Client {
  /// Bodies longer than this are compressed.
  static let gzipThreshold = 1_024

  /// Asks for definitions; the answer to an earlier question does not count any more.
  func wantDefinitions() {
    if let late = sync.want() { cancel(late) }
  }

  func flushNow() {
    line.hurry()
    userProofs.hurry(at: environment.monotonicNow())
    line.flush(through: outbox.lastSequence)
  }

  func cancel(_ request: Int) {
    requests.removeValue(forKey: request)?.cancel()
    proofs.end(request)
    userProofs.end(request)
    guard line.end(request) != nil else { return }
    // Only a sync is cancelled alone, and its events go with it.
    if batchRequest == request {
      batchRequest = nil
      outbox.release()
    }
  }

  /// Sends what may be sent now.
  func pump() {
    if proofs.isRefused, line.underWay.isEmpty { replaceDevice() }
    send()
    if isAnswerExpected, !sync.isInFlight { expectNoDefinitions() }
  }

  private func send() {
    guard state.enabled, line.isOpen, !proofs.isRefused, let endpoint = settings.endpoint, let device else { return }
    if sync.isWanted, !userProofs.isSilenced(state.userID, at: environment.monotonicNow()) { sendSync(to: endpoint, device) }
    if !outbox.isBatchInFlight, let first = outbox.firstWaiting(terms), first <= line.flushThrough { sendEvents(to: endpoint, device) }
  }

  private func sendSync(to endpoint: URL, _ device: Wire.Device) {
    let request = line.begin(.sync(userID: state.userID))
    sync.begin(request: request)
    if !isAnswerExpected { expectDefinitions() }
    var events: [Wire.EventRecord] = []
    if settings.requestPolicy == .automatic, !syncsAlone, speaksForNext(state.userID), let batch = outbox.takeBatch(terms) {
      events = batch
      batchRequest = request
      line.flush(through: outbox.lastSequence)
      closeStep()
      synchronize()
    }
    let body = Wire.SyncRequest(
      device: device, userID: state.userID, sessionID: sessions.current?.id, definitionsTag: definitions?.stored.definitions.tag,
      sentAt: environment.now(), events: events)
    send(Wire.encode(body), to: endpoint.appendingPathComponent("sdk/v1/sync"), as: request, for: userProof(of: state.userID))
  }

  /// A request about this user, from the present device, may carry the next batch.
  private func speaksForNext(_ userID: String?) -> Bool {
    outbox.nextSender(terms).map { terms.unites($0, Outbox.Sender(userID: userID)) } ?? false
  }

  private func sendEvents(to endpoint: URL, _ device: Wire.Device) {
    guard let sender = outbox.nextSender(terms) else { return }
    var (device, userID, proof) = (device, settings.sdkAuthentication ? sender.userID : state.userID, proof)
    if let former = sender.formerDeviceID, former != device.id {
      (device, userID) = (DeviceFacts.device(id: former), nil)
      proof = DeviceProofs.Proof(deviceID: former, credential: state.formerCredentials[former])
    }
    guard let batch = outbox.takeBatch(terms) else { return }
    closeStep()
    synchronize()
    let request = line.begin(.events(userID: state.userID))
    batchRequest = request
    let body = Wire.EventsRequest(device: device, userID: userID, sentAt: environment.now(), events: batch)
    let speaksFor = userProof(of: settings.sdkAuthentication ? sender.userID : nil)
    send(Wire.encode(body), to: endpoint.appendingPathComponent("sdk/v1/events"), as: request, by: proof, for: speaksFor)
  }

  /// - Parameters:
  ///   - sender: nil: the present device.
  ///   - userProof: of the user whom it is about.
  func send(_ json: [UInt8], to url: URL, as request: Int, by sender: DeviceProofs.Proof? = nil, for userProof: UserProofs.Proof) {
    let sender = sender ?? proof
    var headers = [
      "Accept": "application/json", "Content-Type": "application/json",
      "User-Agent": "Martlet/\(Martlet.version) (\(DeviceFacts.platform))",
      "X-Martlet-Key": settings.apiKey,
    ]
    headers[Wire.DeviceCredential.header] = sender.credential
    headers[Wire.UserSignature.header] = userProof.signature
    proofs.begin(request, with: sender)
    userProofs.begin(request, with: userProof)
    var body = json
    noteRequest()
    if json.count > Self.gzipThreshold, let compressed = try? Wire.Gzip.compress(json) {
      headers["Content-Encoding"] = "gzip"
      body = compressed
    }
    let message = TransportRequest(method: "POST", url: url, headers: headers, body: body)
    requests[request] = Self.task(sending: message, as: request, by: transport, answerTo: mailbox)
  }

  private nonisolated static func task(
    sending message: TransportRequest, as request: Int, by transport: any Transport, answerTo mailbox: Mailbox
  ) -> Task<Void, Never> {
    Task {
      do {
        mailbox.post(.answer(request: request, .response(try await transport.send(message))))
      } catch {
        mailbox.post(.answer(request: request, .none((error as? URLError).map { "URLError \($0.code.rawValue)" } ?? "\(type(of: error))")))
      }
    }
  }

  // MARK: - Answers

  func take(_ answer: Command.Answer, to request: Int) {
    requests[request] = nil
    if case .response = answer { noteAnswer() }
    // Not under way any more: a late answer, for another user or session, or from before a wipe.
    guard let kind = line.end(request) else { return }
    let (proof, userProof) = (proofs.end(request), userProofs.end(request))
    if case .response(let response) = answer, let problem = Self.deviceRefusal(in: response) {
      return deviceWasRefused(problem, answer, request: request, kind, proof: proof)
    }
    if case .response(let response) = answer, let reason = Self.signatureRefusal(in: response),
      userWasRefused(reason, answer, request: request, kind, proof: userProof)
    {
      return
    }
    if case .render(let id) = kind { return takeRendering(answer, of: id) }
    switch answer {
    case .none(let reason):
      log.info("No response from the server (\(reason)).")
      fail(.noAnswer, request: request, kind)
    case .response(let response) where (200..<300).contains(response.status):
      accept(response, request: request, kind, of: proof, userProof)
    case .response(let response):
      let retryAfter = RetryAfter.duration(headers: response.headers, now: environment.now())
      let isExplained = name(response)
      fail(.status(response.status, retryAfter: retryAfter, isExplained: isExplained), request: request, kind)
    }
  }

  private func accept(
    _ response: TransportResponse, request: Int, _ kind: Line.Kind, of proof: DeviceProofs.Proof?, _ userProof: UserProofs.Proof?
  ) {
    do {
      switch kind {
      case .sync(let userID):
        let answer = try Wire.decode(Wire.SyncResponse.self, from: response.body)
        judgeUsers(settle(answer.results, request: request), answer.signatureRefusal, proof: userProof)
        sync.answered()
        syncsAlone = false
        if let settings = answer.settings { follow(settings) }
        if let credential = answer.deviceCredential, proof?.deviceID == state.deviceID { keep(credential) }
        if let definitions = answer.definitions {
          let stored = StoredDefinitions(userID: userID, definitions: definitions)
          attempt("save the definitions") { try storage?.write(stored) }
          adopt(prepare(stored))
        } else {
          planAssets()
        }
      case .events(let userID):
        let answer = try Wire.decode(Wire.EventsResponse.self, from: response.body)
        judgeUsers(settle(answer.results, request: request), answer.signatureRefusal, proof: userProof)
        if let tag = answer.definitionsTag, userID.isExactly(state.userID) { compareDefinitions(with: tag) }
      case .render: break
      }
    } catch {
      log.error("The server's response cannot be read (\(error)). Check that the endpoint is a Martlet server.")
      fail(.noAnswer, request: request, kind)
    }
  }

  private func follow(_ settings: Wire.DeviceSettings) {
    guard state.decisionSample != settings.decisionSample else { return }
    state.decisionSample = settings.decisionSample
    save()
  }

  /// At any contact the server says which definitions this device should hold: what was paused or edited stops now, not at the next session.
  private func compareDefinitions(with tag: String) {
    guard !sync.isPending, recall.wantsSync(held: definitions?.stored.definitions.tag, named: tag, at: environment.monotonicNow()) else {
      return
    }
    wantDefinitions()
  }

  /// Results count only where the answer was read as a whole.
  private func settle(_ results: [Wire.EventResult], request: Int) -> Outbox.Settlement {
    guard batchRequest == request else {
      retry.succeeded()
      return Outbox.Settlement()
    }
    batchRequest = nil
    let settlement = outbox.settle(results)
    forget(settlement.acknowledged)
    noteDropped(settlement.rejected.count)
    for result in settlement.rejected {
      log.error("The server refused an event: \(result.field.map { $0 + ": " } ?? "")\(result.message ?? result.code ?? "no reason given")")
    }
    if settlement.acknowledged.isEmpty, settlement.isUnsettled {
      // It answered, and settled nothing: asking again at once would turn in circles.
      wait(retry.failed(.noAnswer, random: environment.random()))
    } else {
      retry.succeeded()
    }
    return settlement
  }

  private func fail(_ failure: RetryPolicy.Failure, request: Int, _ kind: Line.Kind) {
    let advice = retry.failed(failure, random: environment.random())
    if case .render = kind {} else { trouble = Martlet.FlushResult.Reason(failure) }
    let hadBatch = batchRequest == request
    if hadBatch { batchRequest = nil }
    switch (kind, advice) {
    case (.render, _): break
    case (.sync, .split) where hadBatch:
      // Is it the question or the events? Each goes alone to find out.
      outbox.release()
      syncsAlone = true
      sync.failed()
    case (.sync, .split):
      // The question itself: the next session asks again, and events go on.
      syncsAlone = false
      sync.answered()
    case (.events, .split): splitBatch(failure)
    case (_, .stop), (_, .wait):
      if hadBatch { outbox.release() }
      if case .sync = kind { sync.failed() }
      if advice == .stop { line.close(.untilNextSession) } else { wait(advice) }
    }
  }

  /// Finds the event that makes the server refuse whole batches. It is dropped only when the server itself explained the refusal, and no
  /// other is tried before a pause: a server that refuses everything must not empty the journal.
  private func splitBatch(_ failure: RetryPolicy.Failure) {
    guard case .culprit(let id) = outbox.splitBatch() else { return }
    guard case .status(_, _, isExplained: true) = failure else { return line.close(.untilNextSession) }
    log.error("The server rejects an event even on its own. It is dropped.")
    outbox.drop(id)
    forget([id])
    noteDropped(1)
    wait(retry.failed(.noAnswer, random: environment.random()))
  }

  private func wait(_ advice: RetryPolicy.Advice) {
    guard case .wait(let delay, let isServersWord) = advice else { return }
    line.close(.waiting(isServersWord: isServersWord))
    timers.set(.retry, at: environment.monotonicNow() + delay)
  }

  /// Logs what the server said is wrong, with its remedy. True when it said it in a problem document.
  func name(_ response: TransportResponse) -> Bool {
    let problem = try? Wire.decode(Wire.Problem.self, from: response.body)
    let words = [problem?.title, problem?.remedy].compactMap { $0 }.joined(separator: " ")
    switch response.status {
    case 408, 429, 500...: log.info("The server answered \(response.status). \(words)")
    case 401 where Self.deviceRefusal(in: response) != nil || Self.signatureRefusal(in: response) != nil: break
    case 401, 403:
      log.error("The server rejected the API key (\(response.status)). Nothing is sent until the next session. \(words)")
    default: log.error("The server answered \(response.status). \(words)")
    }
    return problem != nil
  }
}
