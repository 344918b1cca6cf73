// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletCore

extension PushMachine {
  enum Input: Sendable {
    /// The stored state is known.
    case restored(PushFacts)
    case switched(isOn: Bool)
    /// The app asks for the steps of `Automation`.
    case setUpWanted
    /// The app calls the handler of a background notification or a response, and the client cannot
    /// process it yet.
    case awaited(PushAnswer)
    /// The app's background handler was called.
    case received(Payload, PushAnswer?)
    /// A notification is about to be shown in the foreground.
    case presented(Payload)
    /// The campaign of an item is on this device, and the engine has the item.
    case found(PushedItem, PushAnswer?)
    /// The campaign is not on this device, or only an older version.
    case missing(PushedItem, PushAnswer?)
    /// It still is not, after a sync.
    case stillMissing(PushedItem)
    case responded(Response)
    case registered(token: [UInt8], PushEnvironment)
    /// The token is no longer used. The answer ends when the server has been told.
    case unregistered(PushAnswer)
    case authorization(AuthorizationStatus)
    case optedOut(Bool)
    case phase(isActive: Bool)
    /// Whether the number on the icon is removed when the app becomes active, from now on.
    case clearsBadge(Bool)
    case appIsReady
    /// The definitions arrived, were up to date, or could not be fetched.
    case synced(FetchResult)
    case timePassed
    /// Another person uses the app.
    case userLeft
    case wiped
    case ended
  }

  enum Effect: Sendable {
    /// A step of `Automation`.
    case perform(Step)
    /// Open the content of its campaign.
    case openContent(Payload)
    /// Count the notification as an impression of its campaign.
    case count(campaignID: String, tags: [String])
    /// Look for the campaign whose item the notification brought or whose banner its tap ends.
    /// `found` or `missing` follows with the same answer.
    case find(Payload, isTapped: Bool, PushAnswer?)
    /// Look for the campaign of an item again, because a sync has ended. `found` or `stillMissing`
    /// follows.
    case findAgain(PushedItem)
    case logClick(campaignID: String?, at: Instant)
    case open(Payload.Link, Martlet.InAppMessage.Extras)
    /// Fetch the definitions. `synced` follows.
    case synchronize
    case answer(PushAnswer, FetchResult)
    case setBadge(Int)
    case publish(Martlet.Notifications.Update)
    /// Ask the system whether notifications are permitted.
    case readAuthorization
    /// Store these facts, and send them with each request.
    case store(PushFacts)
    case log(Level, String)
  }

  enum Level: Sendable {
    case debug, info, error
  }

  enum Step: Equatable, Sendable, CaseIterable {
    case addCategories, registerForRemoteNotifications, requestAuthorization, unregisterForRemoteNotifications
  }

  /// A tap on a notification or one of its buttons.
  struct Response: Sendable {
    var payload: Payload
    /// The system's name of the notification. nil if it is not known.
    var requestIdentifier: String?
    var isDismissal = false
    var at: Instant
    /// In monotonic time.
    var heardAt: Duration
    var answer: PushAnswer?
  }
}

extension Martlet.Notifications {
  /// What happened with a notification. See `updates`.
  public enum Update: Hashable, Sendable {
    /// Martlet's notification arrived while the app ran: in the background, or in the foreground.
    case received(Payload)
    /// The person tapped Martlet's notification or one of its buttons.
    case opened(Payload)
    /// The person or the system changed what the app may show.
    case authorizationChanged(AuthorizationStatus)
  }
}
