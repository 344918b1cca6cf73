// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

extension DisplayDesk {
  /// What the desk is told.
  enum Input {
    /// These definitions are held from now on; nil: none are.
    case holds(PreparedDefinitions?)
    /// The same, and they are news: the engine is told, and what is visible of campaigns that were paused or edited goes.
    case adopts(PreparedDefinitions)
    /// Those that are held are right.
    case confirmed
    /// A presentation of the launch before, which will end.
    case restored(Presentation)
    /// The anonymous person turned out to be this one.
    case identified(as: String)

    // What the engine decided.

    /// `isCleared`: it may be displayed without asking.
    case present(Presentation, tags: [String], isCleared: Bool, sessionID: String?)
    /// The assets of one that is cleared are there.
    case claimed(id: String)
    case cleared(id: String)
    case held(id: String, Duration)
    case withdrawn(id: String, Outcome)
    case recorded(OutcomeRecord, present: Owner)
    /// That was all that followed from an input of the engine.
    case decided

    // What a presenter says.

    /// `isLive`: the engine knows of it, and the SDK is on.
    case asked(id: String, attempt: Int, isLive: Bool)
    case reported(id: String, Martlet.InAppMessage.Context.Report, at: Instant)
    /// The engine was told of an outcome that ends it; nothing more is to be recorded.
    case over(id: String)

    // What was brought for it.

    case rendered(id: String, Uplink.Rendering)
    case ready(id: String, Martlet.LocalAssets)
    case assetMissing(id: String, AssetFailure, AssetAddress?)
    case timePassed

    /// After each command: what ended in it, in whatever way, lets go of what it held.
    case tidy
    /// The SDK is off; `also`: presentations that the engine knew.
    case switchedOff(also: [String])
    case wiped
  }

  /// What is to be done, in this order.
  enum Effect: Sendable {
    case stage(Stage.Action)
    /// `claiming`: it may be displayed at once when the assets of this message are there.
    case present(Presentation, Martlet.InAppMessage, claiming: Wire.Message?)
    case drive(DeliveryEngine.Input)
    /// The engine is told of the outcome; when it has forgotten the presentation by then, `over` follows.
    case report(Outcome, id: String, at: Instant)
    /// The engine counts it, and it is recorded.
    case count(DeliveryEngine.Input, Wire.EventRecord.Body, at: Instant, Owner)
    case record(Wire.EventRecord.Body, at: Instant, Owner?, detail: String?)
    /// The app is told.
    case tell(OutcomeRecord)
    case render(Presentation, Owner?)
    case abandonRendering(id: String)
    case plan(PreparedDefinitions?)
    case adopt(PreparedDefinitions)
    case fetch(Wire.Message, id: String)
    case release(id: String)
  }
}
