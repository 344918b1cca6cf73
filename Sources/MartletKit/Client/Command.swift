// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// Every input of the client, in one queue: calls of the app, reports of the presenter, answers of
/// the server, and timers.
enum Command: Sendable {
  /// `at`: the time of the call.
  case log(Event.Kind, at: Instant)
  case setAttribute(key: String, value: Value, at: Instant)
  case changeAttribute(key: String, Wire.AttributeChange, at: Instant)
  /// `epoch`: the new epoch. nil if the call starts none.
  case changeUser(String, signature: String?, epoch: Int?, at: Instant)
  /// `userID`: the user that the signature is for. nil for the user who is signed in when the
  /// command is processed.
  case setSignature(String, userID: String?)
  case logOut(epoch: Int?, at: Instant)
  case becameActive(at: Instant)
  case enteredBackground(at: Instant)
  case flush
  case flushAwaited(FlushTurn)
  case requestPrivacy(Wire.PrivacyRequest.Kind, PrivacyTurn)
  /// The app moved to the background, and asks when the rest has been sent as far as the policy and
  /// the server's pauses allow.
  case restAwaited(FlushTurn)
  /// The app's life cycle is followed on this system, so it does not have to call the client.
  case appIsObserved
  /// Whether a network is reachable.
  case pathChanged(Bool)
  case setEnabled(Bool, epoch: Int, at: Instant)
  case wipe(epoch: Int, at: Instant)
  case report(presentationID: String, Martlet.InAppMessage.Context.Report, at: Instant)
  case answer(request: Int, Answer)
  /// A presenter is about to display the message. The answer goes to the stage.
  case displayRequested(presentationID: String, attempt: Int)
  case asset(Int, AssetDownload.Answer)
  /// A report on a message that the app built itself.
  case localReport(Wire.EventRecord.Presentation, Martlet.InAppMessage.Context.Report, at: Instant)
  /// Something may be due: the timer for this deadline, in monotonic time, fired.
  case wake(deadline: Duration)
  /// For example because the device was unlocked.
  case storageMayBeReadable
  /// Asks for the id of the installation at the time when the command is processed.
  case identify(CheckedContinuation<String?, Never>)
  /// A notification, or what the app or the system says about notifications.
  case push(PushMachine.Input)
  /// A report about banners, content and data.
  case reach(ReachMachine.Input)
  /// nil: the environment of this app.
  case registerToken([UInt8], Martlet.Notifications.PushEnvironment?)
  /// The answer to a question of the client.
  case authorizationRead(Martlet.Notifications.AuthorizationStatus)
  /// When the stage processes this, all commands before it have taken effect.
  case settle(SettledTurn)
  /// Asks how much work is in progress and how many commands were processed.
  case describeActivity(CheckedContinuation<Martlet.Activity, Never>)

  enum Answer: Sendable {
    case response(TransportResponse)
    /// There was no answer. The value is the kind of error, without personal data.
    case none(String)
  }
}

extension Command {
  /// Whether the command logs something, which the gate counts until the client processes it.
  var isEvent: Bool {
    switch self {
    case .log, .setAttribute, .changeAttribute, .push(.received), .push(.presented), .push(.responded): true
    default: false
    }
  }

  var isWipe: Bool { if case .wipe = self { true } else { false } }
  var isSwitch: Bool { if case .setEnabled = self { true } else { false } }
  var isSignature: Bool { if case .setSignature = self { true } else { false } }
  var isUserChange: Bool {
    switch self {
    case .changeUser, .logOut: true
    default: false
    }
  }

  /// The approximate memory that the command takes while it waits.
  var heldBytes: Int {
    let content =
      switch self {
      case .log(let kind, _): kind.properties.map { Wire.JSONValue(.object($0)).encodedByteCount } ?? 0
      case .setAttribute(_, let value, _): Wire.JSONValue(value).encodedByteCount
      case .changeAttribute(_, let change, _): change.value.encodedByteCount
      case .changeUser(_, let signature?, _, _), .setSignature(let signature, _): signature.utf8.count
      case .push(.received(let payload, _)), .push(.presented(let payload)): payload.approximateBytes
      case .push(.responded(let response)): response.payload.approximateBytes
      default: 0
      }
    return 512 + content
  }
}
