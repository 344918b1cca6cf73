// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
import MartletKit
import TestSupport
import Testing
import UIKit

extension Doubles {
  @MainActor
  @Suite struct ApplicationTests {
    init() { Drive.reset() }

    @Test func `The app is active as long as one scene is`() {
      let notes = Notes([
        UIApplication.didBecomeActiveNotification, UIApplication.willResignActiveNotification,
        UIApplication.didEnterBackgroundNotification,
        UIScene.didActivateNotification,
      ])
      let first = Drive.connectScene()
      let second = Drive.connectScene(id: "scene-2")
      Drive.moveToBackground(first)
      #expect(UIApplication.shared.applicationState == .active)
      Drive.moveToBackground(second)
      #expect(UIApplication.shared.applicationState == .background)
      #expect(
        notes.names == [
          "UISceneDidActivate", "UIApplicationDidBecomeActive", "UISceneDidActivate",
          "UIApplicationWillResignActive",
          "UIApplicationDidEnterBackground",
        ])
    }

    @Test func `A scene of a car is active and has no windows`() {
      let car = Drive.connectSceneWithoutWindows()
      #expect(UIApplication.shared.connectedScenes == [car] && car.activationState == .foregroundActive)
      #expect(
        !(car is UIWindowScene) && car.session.role != .windowApplication
          && UIApplication.shared.applicationState == .active)
    }

    @Test func `Opening is answered in a later turn`() throws {
      let url = try #require(URL(string: "martlet://x"))
      let scene = Drive.connectScene()
      var answers: [Bool] = []
      Drive.answerOpening { $0.scheme != "martlet" }
      UIApplication.shared.open(url, options: [.universalLinksOnly: true]) { answers.append($0) }
      scene.open(url, options: nil)
      #expect(answers.isEmpty)
      Drive.turn()
      #expect(answers == [false] && Drive.opened.map(\.universalLinksOnly) == [true, false])
      #expect(Drive.opened.map { $0.scene === scene } == [false, true])
    }

    @Test func `The SDK is compiled for UIKit, and opens URLs with the application`() throws {
      let url = try #require(URL(string: "https://example.com"))
      let configuration = Martlet.Configuration(apiKey: "key", endpoint: "https://example.test")
      configuration.storageDirectory = .temporaryFolder()
      configuration.logger.level = .disabled
      let martlet = Martlet(configuration: configuration)
      Drive.connectScene()
      martlet.open(Martlet.URLContext(url: url, useWebView: false, isUniversalLink: true, extras: [:]))
      #expect(Drive.opened.map(\.url) == [url] && Drive.opened.map(\.universalLinksOnly) == [true])
    }

    @Test func `Each background task needs its own end, also when its time is up`() {
      let application = UIApplication.shared
      var expired: [String] = []
      let first = application.beginBackgroundTask(withName: "send") { expired.append("send") }
      let second = application.beginBackgroundTask(withName: "save")
      #expect(Drive.backgroundTasks == ["send", "save"])
      application.endBackgroundTask(second)
      Drive.expireBackgroundTasks()
      #expect(expired == ["send"] && Drive.violations.count == 1)
      application.endBackgroundTask(first)
      application.endBackgroundTask(first)
      #expect(
        Drive.backgroundTasks.isEmpty
          && Drive.violations.last == "a background task was ended that does not exist")
      Drive.refuseBackgroundTasks(true)
      #expect(application.beginBackgroundTask() == .invalid)
    }

    @Test func `The keyboard reports its frame on the screen, and a new key window closes it`() throws {
      let stage = AppStage()
      final class Seen: @unchecked Sendable {  // Posted on the main thread.
        var frames: [CGRect] = []
        var locals: [Bool] = []
      }
      let seen = Seen()
      let token = NotificationCenter.default.addObserver(
        forName: UIResponder.keyboardWillChangeFrameNotification, object: nil, queue: nil
      ) { note in
        seen.frames.append(
          (note.userInfo?[UIResponder.keyboardFrameEndUserInfoKey] as? NSValue)?.cgRectValue ?? .null)
        seen.locals.append(
          (note.userInfo?[UIResponder.keyboardIsLocalUserInfoKey] as? NSNumber)?.boolValue ?? true)
      }
      defer { NotificationCenter.default.removeObserver(token) }
      Drive.showKeyboard(in: stage.scene, isLocal: false)
      #expect(seen.frames == [CGRect(x: 0, y: 508, width: 390, height: 336)] && seen.locals == [false])
      let overlay = UIWindow(windowScene: stage.scene)
      overlay.isHidden = false
      #expect(Drive.isKeyboardVisible)
      overlay.makeKeyAndVisible()
      #expect(!Drive.isKeyboardVisible && seen.frames.last?.minY == 844)
    }
  }
}
