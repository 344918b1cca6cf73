// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

/// Everything that the client is told: calls of the app, words of the presenter, answers of the server, its own timers. One line, one order.
enum Command: Sendable {
  /// `at`: the moment of the call.
  case log(Event.Kind, at: Instant)
  case setAttribute(key: String, value: Value, at: Instant)
  case changeAttribute(key: String, Wire.AttributeChange, at: Instant)
  /// `epoch`: the one that begins with it; nil: none does.
  case changeUser(String, signature: String?, epoch: Int?, at: Instant)
  /// `userID`: for whom it vouches; nil: for the person who is signed in when the command's turn comes.
  case setSignature(String, userID: String?)
  /// `epoch`: as of `changeUser`.
  case logOut(epoch: Int?, at: Instant)
  case becameActive(at: Instant)
  case enteredBackground(at: Instant)
  case flush
  /// The same, and somebody waits for what comes of it.
  case flushAwaited(FlushTurn)
  /// Whether there is a way to a network.
  case pathChanged(Bool)
  case setEnabled(Bool, epoch: Int, at: Instant)
  case wipe(epoch: Int, at: Instant)
  case report(presentationID: String, Martlet.InAppMessage.Context.Report, at: Instant)
  case answer(request: Int, Answer)
  /// A presenter is about to display it; answered on the stage.
  case displayRequested(presentationID: String, attempt: Int)
  /// What came of a download.
  case asset(Int, AssetDownload.Answer)
  /// A word on a message that the app built itself.
  case localReport(Wire.EventRecord.Presentation, Martlet.InAppMessage.Context.Report, at: Instant)
  /// Something may be due: the timer that was set for this moment, in monotonic time, ran out.
  case wake(deadline: Duration)
  /// The device was unlocked, for example.
  case storageMayBeReadable
  /// Asks for the id of the installation, as it is when the command's turn comes.
  case identify(CheckedContinuation<String?, Never>)
  /// Everything before it has taken effect when the stage comes to it.
  case settle(SettledTurn)
  /// What the client has under way, and how far it has come.
  case describeActivity(CheckedContinuation<Martlet.Activity, Never>)

  enum Answer: Sendable {
    case response(TransportResponse)
    /// None came; the kind of error, nothing personal.
    case none(String)
  }
}

extension Command {
  /// Something that is logged, which the gate counts until the client comes to it.
  var isEvent: Bool {
    switch self {
    case .log, .setAttribute, .changeAttribute: true
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

  /// About what it takes in memory while it waits.
  var heldBytes: Int {
    let content =
      switch self {
      case .log(let kind, _): kind.properties.map { Wire.JSONValue(.object($0)).encodedByteCount } ?? 0
      case .setAttribute(_, let value, _): Wire.JSONValue(value).encodedByteCount
      case .changeAttribute(_, let change, _): change.value.encodedByteCount
      case .changeUser(_, let signature?, _, _), .setSignature(let signature, _): signature.utf8.count
      default: 0
      }
    return 512 + content
  }
}
