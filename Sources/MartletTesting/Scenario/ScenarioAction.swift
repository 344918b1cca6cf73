// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

public import MartletCore
public import MartletUI
public import MartletWire

extension Scenario {
  /// The action of a step.
  public enum Action: Equatable, Sendable {
    /// The process starts. In the foreground, a session starts.
    case launch(inBackground: Bool)
    /// The process is killed and starts again with the same storage.
    case relaunch(inBackground: Bool)
    case foreground, background
    case logs(Event.Kind)
    /// The device is rotated by 90 degrees.
    case rotate
    case dark(Bool)
    /// Whether there is a window to draw in.
    case window(Bool)
    case network(Network)
    /// The result of the next download of the URL.
    case asset(url: String, AssetResult)
    /// The server adds campaigns, or replaces those with the same id. If there are caps, they
    /// replace the current ones. For audiences that triggers name, it says whether the person is in
    /// them.
    case publish([Wire.Campaign], caps: [Wire.Cap]?, audiences: [String: Bool])
    /// The server stops delivering these campaigns.
    case recall([String])
    /// The response to the next render request: for this campaign, or for any if it is nil.
    case render(campaign: String?, RenderAnswer)
    case user(String)
    case enabled(Bool)
    case wipe
    case answers(Answers)
    case wait(Duration)
    /// The app closes the visible message.
    case dismiss
    case presentNext
    /// The person does something with the message on the screen.
    case tap(Target)
    /// The person answers a question of the survey on the screen.
    case survey(question: String, SurveyInput)
    /// The areas for banners of the app's own screen, by their ids.
    case areas([String])
    /// The person taps a notification that opens the campaign's content.
    case pushTap(campaign: String, delivery: String, isTest: Bool)
    /// A notification arrives, or the person taps it.
    case notification(PushedNotification)
    /// The app registers a notifier or controller of its own for a category.
    case register(Registration)
    /// A view of the app reports something about the item of a campaign that it was given last.
    case report(campaign: String, Report)
    /// What is on the screen disappears without a report.
    case vanish
    /// The page on the screen calls its bridge.
    case bridge(BridgeCall)
    /// The person follows a link of the page on the screen.
    case link(url: String, target: String?)
    /// How pages load from now on.
    case pages(PageLoading)
    /// The hanging page finishes loading.
    case pageLoaded
    /// The app shows its own message.
    case present(id: String, Wire.Message)
    /// The app logs an event of its own message.
    case log(message: String, LogCall)
    /// The person sets the clock.
    case wallClock(Instant)
    case timeZone(String)
    /// The app sends waiting events.
    case flush
  }

  /// The actions in a document, besides those that log an event.
  enum ActionName: String, CaseIterable {
    case launch, relaunch, foreground, background, rotate, dark, window, network, asset, publish, recall,
      render, user, enabled, wipe, answers, wait,
      dismiss
    case presentNext = "present_next"
    case tap, survey, areas
    case pushTap = "push_tap"
    case notification, register, report, vanish
    case bridge, link, pages
    case pageLoaded = "page_loaded"
    case present, log
    case wallClock = "wall_clock"
    case timeZone = "time_zone"
    case flush
  }

  /// The connection of the device.
  public enum Network: Hashable, Sendable {
    case none
    /// A network that the system counts as cellular. The app can restrict downloads over it.
    case cellular
    /// Any other network.
    case other
  }

  /// The result of downloading an asset.
  public enum AssetResult: String, Hashable, Sendable, CaseIterable {
    /// An image, a font, or an archive with a page, depending on the end of the URL.
    case found
    /// The server responds that there is no such asset.
    case missing
    /// There is no response.
    case unreachable
    /// The response is not an asset of that type.
    case broken
    /// The download neither finishes nor fails.
    case hangs
  }

  /// How a page loads.
  public enum PageLoading: String, Hashable, Sendable, CaseIterable {
    case loads, fails
    /// The page neither loads nor fails.
    case hangs
  }

  /// The response to a render request.
  public enum RenderAnswer: Equatable, Sendable {
    case content(Wire.RenderResponse)
    /// The server answers with this HTTP status.
    case status(Int)
    /// There is no response.
    case unreachable
    case hangs
  }

  /// The answers of the app's delegates from now on. nil: unchanged.
  public struct Answers: Hashable, Sendable {
    /// The possible answers of a delegate.
    public enum Display: String, Hashable, Sendable, CaseIterable {
      case now, reenqueue, discard
    }

    /// The answer to `displayChoiceForMessage`.
    public var display: Display?
    /// The answers for single campaigns.
    public var displayOf: [String: Display] = [:]
    /// Whether the action of a click is carried out.
    public var processesClicks: Bool?
    /// Whether URLs are opened.
    public var opensURLs: Bool?

    /// What the app does with data.
    public enum Data: String, Hashable, Sendable, CaseIterable {
      case accept, refuse
      /// It has nothing that takes data.
      case nobody
    }

    /// What the app does with data.
    public var data: Data?

    /// What the views of the app's notifiers and controllers do.
    public enum Views: String, Hashable, Sendable, CaseIterable {
      case appear
      /// They are accepted, but never appear, and report nothing.
      case silent
      /// They cannot be made.
      case fail
    }

    /// What the views of banners, announcements and surveys do.
    public var views: Views?

    public init() {}
  }

  /// A notification as the system passes it to the app.
  public struct PushedNotification: Hashable, Sendable {
    /// With `aps`, and `martlet` if Martlet sent it.
    public var payload: [String: Wire.JSONValue]
    /// What the person taps. nil: the notification arrives.
    public var tap: Tap?

    public init(payload: [String: Wire.JSONValue], tap: Tap? = nil) {
      self.payload = payload
      self.tap = tap
    }

    /// A part of a notification.
    public enum Tap: Hashable, Sendable {
      case body
      /// A button, by its identifier.
      case action(String)
    }
  }

  /// A notifier or controller of the app for a category.
  public struct Registration: Hashable, Sendable {
    /// What draws the category.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      case notifier, announcements, surveys
    }

    public var kind: Kind
    public var category: String

    /// Creates a registration, whose category can be any text.
    public init(_ kind: Kind, category: String) {
      self.kind = kind
      self.category = category
    }
  }

  /// What a notifier or controller of the app reports about an item.
  public enum Report: String, Hashable, Sendable, CaseIterable {
    case bannerAppeared = "banner_appeared"
    case tapBanner = "tap_banner"
    case closeBanner = "close_banner"
    case contentAppeared = "content_appeared"
    case act, exit, drop
  }

  /// What a person touches on the screen.
  public enum Target: Hashable, Sendable {
    case body, close, swipe, backdrop, escape
    case button(Int)
    /// The buttons of an announcement.
    case action, exit
    /// The controls of a survey.
    case next, back, submit
  }

  /// What a person enters for a question.
  public enum SurveyInput: Hashable, Sendable {
    /// Selects a choice by its id. With several choices, a second time removes it.
    case choice(String)
    case number(Int)
    case text(String)
  }

  /// The events that an app can log for its own message.
  public enum LogCall: Hashable, Sendable {
    case impression
    case click(button: String?)
    case dismissal
    case discard
  }
}
