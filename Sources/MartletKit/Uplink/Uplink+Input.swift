// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

extension Uplink {
  /// What the line is told.
  enum Input {
    /// The folder is open; the first input.
    case restored(StoredState)
    /// The tag of the definitions that are held; nil: there are none.
    case holds(definitions: String?)
    /// An event is in the journal, with so many bytes of JSON.
    case logged(Wire.EventRecord, bytes: Int)
    /// Definitions are asked for; the answer to an earlier question does not count any more.
    case wanted
    /// Send what waits, now.
    case flush
    /// The same, and somebody waits for what comes of it.
    case flushAwaited(FlushTurn)
    /// Under the automatic policy what waits is sent soon: a session is over, or the app is in the background.
    case paused
    /// Failures so far say nothing of what comes now: another person has signed in, or the app is back.
    case resumed
    case sessionStarted
    /// Whether there is a way to a network, by the platform's word.
    case pathChanged(isReachable: Bool)
    /// An answer came, or none will.
    case answered(Int, Command.Answer)
    /// A message has to be rendered for the person whom it is for.
    case render(Presentation, owner: Owner)
    /// The presentation needs no message any more.
    case renderingAbandoned(presentationID: String)
    case signedIn(userID: String)
    /// Nobody is signed in any more, and this installation becomes another device.
    case signedOut
    case userWhileOff(String?)
    /// What vouches for a user who is about to sign in.
    case signedInWith(signature: String, userID: String)
    /// The app passed a signature. It is the signed-in user's where `userID` is nil. `isAwaited` answers whether something may still be reported of a
    /// user's presentations.
    case signature(String, userID: String?, isAwaited: (String) -> Bool)
    /// It was not saved.
    case credentialNotSaved(previous: String)
    /// What waited for definitions is decided without them.
    case decidesNow
    case switchedOn
    /// The person who came while it was off, if any, has signed in.
    case settledWhoUsesIt(isAwaited: (String) -> Bool)
    /// Everything under way ends.
    case switchedOff
    /// Everything under way ends, and nothing is known any more. The state is stored by whoever erases the rest.
    case wiped
    case timePassed(Timers.Kind)
    /// After each command: what may be sent is.
    case send(sessionID: String?)
    /// After that: what has come to its end goes.
    case tidy(isAwaited: (String) -> Bool)
    case ended
  }

  /// What is to be done, in this order.
  enum Effect: Sendable {
    case start(Int, TransportRequest)
    case cancel(Int)
    case cancelAll
    /// nil: not any more.
    case set(Timers.Kind, at: Duration?)
    /// One that is set already for an earlier moment stays.
    case bringForward(Timers.Kind, to: Duration)
    /// `state` is to be stored.
    case save
    /// The same; when it cannot be, `credentialNotSaved` follows if there was a secret before.
    case saveCredential(previous: String?)
    /// The journal need not keep these.
    case forget([String])
    /// What is in the journal is another's now.
    case rewriteJournal
    /// What was written is brought to the disk; `isSent`: what the newest step led to is about to be sent.
    case synchronize(isSent: Bool)
    /// Events wait for an answer, or do not any more.
    case expect(Bool)
    case received(StoredDefinitions)
    /// The definitions held are right.
    case confirmed
    case rendered(String, Rendering)
    case authenticationFailed(Martlet.SDKAuthenticationError)
    case end(FlushTurn, Martlet.FlushResult)
  }

  /// What came of `Input.render`.
  enum Rendering: Equatable, Sendable {
    case message(Wire.Message)
    case failed(Outcome.DiscardReason, detail: String)
  }
}
