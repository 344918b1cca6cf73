// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore
import MartletWire

extension DisplayMachine {
  enum Input {
    /// The definitions from now on. nil if there are none.
    case holds(PreparedDefinitions?)
    /// The same, but the definitions are new: the engine receives them, and visible messages of
    /// paused or edited campaigns are dismissed.
    case adopts(PreparedDefinitions)
    /// The current definitions are up to date.
    case confirmed
    /// A presentation of the previous launch, which will end.
    case restored(Presentation)
    case identified(as: String)

    // Decisions of the engine.

    /// `isCleared`: the message may be displayed without asking.
    case present(Presentation, tags: [String], isCleared: Bool, sessionID: String?)
    /// The assets of a cleared message are available.
    case claimed(id: String)
    case cleared(id: String)
    /// The message would be displayed now, and its campaign has an experiment.
    case exposed(Presentation)
    case held(id: String, Duration)
    case withdrawn(id: String, Outcome)
    case recorded(OutcomeRecord, present: Owner)
    /// All effects of an input of the engine were passed on.
    case decided

    // Reports of a presenter.

    /// `isLive`: the engine knows the presentation, and the SDK is on.
    case asked(id: String, attempt: Int, isLive: Bool)
    case reported(id: String, Martlet.InAppMessage.Context.Report, at: Instant)
    /// The engine received an outcome that ends the presentation. Nothing more is recorded.
    case over(id: String)

    // Results of preparing a presentation.

    case rendered(id: String, Uplink.Rendering)
    case ready(id: String, Martlet.LocalAssets)
    case assetMissing(id: String, AssetFailure, AssetAddress?)
    case timePassed

    /// Sent after each command: presentations that ended release their resources.
    case tidy
    /// The SDK is off. `also`: presentations that the engine knew.
    case switchedOff(also: [String])
    case wiped
  }

  /// The effects of an input, in the order in which they must be carried out.
  enum Effect: Sendable {
    case stage(Stage.Action)
    /// `claiming`: the message can be displayed immediately if its assets are available.
    case present(Presentation, Martlet.InAppMessage, claiming: Wire.Message?)
    case drive(DeliveryEngine.Input)
    /// Report the outcome to the engine. If the engine has then forgotten the presentation, `over`
    /// follows.
    case report(Outcome, id: String, at: Instant)
    /// Count the impression in the engine, and record it.
    case count(DeliveryEngine.Input, Wire.EventRecord.Body, at: Instant, Owner)
    case record(Wire.EventRecord.Body, at: Instant, Owner?, detail: String?)
    /// Report the outcome to the app.
    case publish(OutcomeRecord)
    case render(Presentation, Owner?)
    case abandonRendering(id: String)
    case plan(PreparedDefinitions?)
    case adopt(PreparedDefinitions)
    case fetch(Wire.Message, id: String)
    case release(id: String)
  }
}
