// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletWire

/// The one way to the line: every input goes through `tell`, and everything that follows from it is done there.
extension Client {
  func tell(_ input: Uplink.Input) {
    for effect in uplink.handle(input) { carryOut(effect) }
  }

  private func carryOut(_ effect: Uplink.Effect) {
    switch effect {
    case .start(let id, let request): requests[id] = Self.task(sending: request, as: id, by: transport, answerTo: mailbox)
    case .cancel(let id): requests.removeValue(forKey: id)?.cancel()
    case .cancelAll:
      for task in requests.values { task.cancel() }
      requests = [:]
      timers.clearAll()
    case .set(let timer, let deadline): timers.set(timer, at: deadline)
    case .bringForward(let timer, let deadline): timers.bringForward(timer, to: deadline)
    case .save: save()
    case .saveCredential(let previous):
      // The server gives up the one before when the new one is used: then the next launch must find the new one.
      if !save(), let previous { tell(.credentialNotSaved(previous: previous)) }
    case .forget(let ids): forget(ids)
    case .rewriteJournal: attempt("write to the journal") { try storage?.journal.rewrite(with: uplink.records) }
    case .synchronize(let isSent):
      if isSent { closeStep() }
      synchronize()
    case .expect(let isExpected): drive(isExpected ? .syncStarted : .syncEnded, at: environment.now())
    case .received(let stored):
      attempt("save the definitions") { try storage?.write(stored) }
      adopt(prepare(stored))
    case .confirmed: planAssets()
    case .rendered(let id, let rendering): take(rendering, of: id)
    case .authenticationFailed(let error): stage.yield(.authenticationFailed(error, epoch: epoch))
    case .end(let turn, let result): turn.end(result)
    }
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
}
