// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

extension Uplink {
  enum Input {
    /// The folder is open. This is the first input.
    case restored(StoredState)
    /// The tag of the definitions that the client holds. nil if there are none.
    case holds(definitions: String?)
    /// An event is in the journal. `bytes` is the size of its JSON.
    case logged(Wire.EventRecord, bytes: Int)
    /// New definitions are needed. Answers to earlier requests for them no longer count.
    case wanted
    /// The same, immediately: the client's own pause ends. That of the server does not.
    case wantedNow
    /// What the server must know to send pushes.
    case pushFacts(PushFacts)
    case flush
    case flushAwaited(FlushTurn)
    /// Ends the turn when the waiting events have been sent, without sending anything that would
    /// not be sent now anyway.
    case restAwaited(FlushTurn)
    /// A session ended or the app is in the background. Under the automatic policy, waiting events
    /// are sent soon.
    case paused
    /// Another person signed in, or the app is back, so earlier failures no longer count.
    case resumed
    case sessionStarted
    case pathChanged(isReachable: Bool)
    /// An answer arrived, or none will.
    case answered(Int, Command.Answer)
    /// The message must be rendered for its recipient.
    case render(Rendered, sessionID: String?)
    /// The presentation no longer needs a message.
    case renderingAbandoned(presentationID: String)
    /// The person asks for their data, or for its deletion.
    case privacyRequested(Wire.PrivacyRequest.Kind, PrivacyTurn)
    case signedIn(userID: String)
    /// Nobody is signed in any more, and this installation becomes another device.
    case signedOut
    case userWhileOff(String?)
    /// The signature of a user who is about to sign in.
    case signedInWith(signature: String, userID: String)
    /// The app passed a signature, for the signed-in user if `userID` is nil. `isAwaited`: reports
    /// on the user's messages may still come.
    case signature(String, userID: String?, isAwaited: (String) -> Bool)
    case credentialNotSaved(previous: String)
    /// Events that waited for definitions are decided without them.
    case decidesNow
    case switchedOn
    /// If a person signed in while the SDK was off, the change has been applied.
    case settledWhoUsesIt(isAwaited: (String) -> Bool)
    /// All requests in progress end.
    case switchedOff
    /// All requests in progress end, and all knowledge is dropped. The caller stores the state when
    /// it erases the rest.
    case wiped
    case timePassed(Timers.Kind)
    /// Sent after each command: sends what may be sent.
    case send(sessionID: String?)
    /// Sent after `send`: ends flushes and removes state that is no longer needed.
    case tidy(isAwaited: (String) -> Bool)
    case ended
  }

  /// The effects of an input, in the order in which they must be carried out.
  enum Effect: Sendable {
    case start(Int, TransportRequest)
    case cancel(Int)
    case cancelAll
    /// nil clears the timer.
    case set(Timers.Kind, at: Duration?)
    /// Keeps the current deadline if it is earlier.
    case bringForward(Timers.Kind, to: Duration)
    case save
    /// Store `state`. If this fails and there was a secret before, `credentialNotSaved` follows.
    case saveCredential(previous: String?)
    /// The journal can remove these records.
    case forget([String])
    /// The records in the journal have another owner now.
    case rewriteJournal
    /// Flush written records to the disk. `isSent`: the records of the newest step are about to be
    /// sent.
    case synchronize(isSent: Bool)
    /// Whether events wait for an answer with definitions.
    case expect(Bool)
    /// New definitions, and what runs have for this device.
    case received(StoredDefinitions, [Wire.Delivery])
    /// The current definitions are up to date. What runs have for this device.
    case confirmed([Wire.Delivery])
    /// The server took events or answered a sync.
    case reached
    case rendered(String, Rendering)
    case authenticationFailed(Martlet.SDKAuthenticationError)
    case end(FlushTurn, Martlet.FlushResult)
    case endPrivacy(PrivacyTurn, Result<Martlet.PrivacyRequest, Martlet.PrivacyRequestError>)
  }

  /// What the server is asked to render.
  struct Rendered: Sendable {
    var presentation: Wire.EventRecord.Presentation
    var userID: String?
    var event: Event?

    init(_ presentation: Presentation) {
      self.presentation = .init(presentation)
      (userID, event) = (presentation.userID, presentation.event)
    }

    /// - Parameter version: of the campaign on this device. A push may have named an older one.
    init(_ item: ReachItem, version: Int) {
      presentation = .init(item)
      presentation.campaignVersion = version
      (userID, event) = (item.userID, item.event)
    }
  }

  enum Rendering: Equatable, Sendable {
    /// What the campaign shows. At least one of its surfaces is there.
    case content(Wire.RenderResponse)
    /// The server was not asked, did not answer, or is not able to. Later it may be.
    case unreachable(detail: String)
    case failed(Outcome.DiscardReason, detail: String)
  }
}
