// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletCore
import MartletKit

extension EngagementAgent {
  /// The person sees another screen. It can trigger a campaign, and banners move to it.
  ///
  /// - Parameters:
  ///   - name: 1 to 64 characters. nil: a screen without a name, `default`.
  ///   - extras: properties of the screen.
  public func startActivity(_ name: String!, extras: [AnyHashable: Any]!) {
    let isLogged = perform("The activity") { tracking throws(Tracking.Rejection) in
      [try tracking.startActivity(name, extras)]
    }
    guard isLogged, let name = tracking.withLock({ $0.activity }) else { return }
    Task { @MainActor in
      for module in modules { module.activityChanged(name) }
    }
  }

  /// The person sees no screen of the app any more. It happens by itself when the app leaves the
  /// foreground.
  public func endActivity() { tracking.withLock { $0.endActivity() } }

  /// Something that takes time begins. If it runs already, it ends first. Logged as the event
  /// `job_started`.
  public func startJob(_ name: String!, extras: [AnyHashable: Any]!) {
    let now = monotonicNow
    perform("The job") { tracking throws(Tracking.Rejection) in try tracking.startJob(name, extras, at: now) }
  }

  /// It ends. Logged as the event `job_ended`, with its `seconds`. Does nothing if it does not run.
  public func endJob(_ name: String!) {
    let now = monotonicNow
    perform("The job") { tracking throws(Tracking.Rejection) in
      [try tracking.endJob(name, at: now)].compactMap(\.self)
    }
  }

  /// Logs an event, which can trigger a campaign.
  public func sendEvent(_ name: String!, extras: [AnyHashable: Any]!) { sendEvent(name, extras, in: .none) }

  /// Logs an event, if an activity has started.
  public func sendSessionEvent(_ name: String!, extras: [AnyHashable: Any]!) {
    sendEvent(name, extras, in: .session)
  }

  /// Logs an event with the property `job_name`, if that job runs.
  public func sendJobEvent(_ name: String!, jobName: String!, extras: [AnyHashable: Any]!) {
    sendEvent(name, extras, in: .job(jobName ?? ""))
  }

  /// Logs the event `error` with the property `error_name`.
  public func sendError(_ name: String!, extras: [AnyHashable: Any]!) { sendError(name, extras, in: .none) }

  /// Logs an error, if an activity has started.
  public func sendSessionError(_ name: String!, extras: [AnyHashable: Any]!) {
    sendError(name, extras, in: .session)
  }

  /// Logs an error with the property `job_name`, if that job runs.
  public func sendJobError(_ name: String!, jobName: String!, extras: [AnyHashable: Any]!) {
    sendError(name, extras, in: .job(jobName ?? ""))
  }

  /// Sets custom attributes of the person. Others keep their value.
  ///
  /// Lists and dictionaries become texts of JSON. A value has up to 1,024 characters, and all
  /// together have up to 1,024 as JSON.
  public func sendAppInfo(_ appInfo: [AnyHashable: Any]!) {
    do throws(Tracking.Rejection) {
      for (key, value) in try Tracking.properties(appInfo) {
        switch value {
        case .string(let text): martlet?.user.setCustomAttribute(key: key, value: text)
        case .bool(let flag): martlet?.user.setCustomAttribute(key: key, value: flag)
        case .int(let number): martlet?.user.setCustomAttribute(key: key, value: number)
        case .double(let number): martlet?.user.setCustomAttribute(key: key, value: number)
        default:
          guard let given = appInfo[key] else { break }
          martlet?.user.setCustomAttribute(key: key, value: Tracking.json(Tracking.plainValue(given)))
        }
      }
    } catch {
      log("The app info is not sent. \(error)")
    }
  }

  /// Does nothing. Martlet counts what happens with a campaign itself, each step once.
  public func sendReachFeedback(_ feedback: [AnyHashable: Any]!) {}

  private func sendEvent(_ name: String?, _ extras: [AnyHashable: Any]?, in scope: Tracking.Scope) {
    perform("The event") { tracking throws(Tracking.Rejection) in
      [try tracking.event(name, extras, in: scope)].compactMap(\.self)
    }
  }

  private func sendError(_ name: String?, _ extras: [AnyHashable: Any]?, in scope: Tracking.Scope) {
    perform("The error") { tracking throws(Tracking.Rejection) in
      [try tracking.error(name, extras, in: scope)].compactMap(\.self)
    }
  }

  private var monotonicNow: Duration { martlet?.environment.monotonicNow() ?? .zero }

  @discardableResult
  private func perform(
    _ subject: String, _ change: (inout Tracking) throws(Tracking.Rejection) -> [Tracking.Event]
  ) -> Bool {
    // In the lock, so that events of several threads are logged in the order of the calls.
    tracking.withLock { tracking in
      do throws(Tracking.Rejection) {
        for event in try change(&tracking) {
          switch event {
          case .screen(let name, let properties): martlet?.logScreen(name: name, properties: properties)
          case .custom(let name, let properties): martlet?.logCustomEvent(name: name, properties: properties)
          }
        }
        return true
      } catch {
        log("\(subject) is not logged. \(error)")
        return false
      }
    }
  }
}
