// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import MartletKit

/// What is known about a view of the app, and what it reports. It is kept beside the view, because
/// a protocol cannot store anything.
///
/// One record lives as long as its view. Each presentation has its own number, so that a completion
/// that comes too late has no effect on the next.
@MainActor
final class AppViewRecord {
  private(set) weak var view: (any InAppMessageView)?
  var prefersStatusBarHidden: Bool?
  /// Weak, because it can be the view itself.
  weak var initialAccessibilityElement: AnyObject?

  /// The presenter and the message, from the preparation to the end.
  private(set) weak var presenter: InAppMessageUI?
  private(set) var message: Martlet.InAppMessage?
  var isPresented = false

  /// The host waits for the view to be fully visible, or to be gone.
  private var waitsForAppearance: (@MainActor () -> Void)?
  private var waitsForDisappearance: (@MainActor () -> Void)?
  /// The view has said that it is about to disappear.
  private var isDisappearing = false
  private var isGone = false
  private var wasPresented = false
  private var number = 0

  private static var all: [ObjectIdentifier: AppViewRecord] = [:]

  private init(_ view: any InAppMessageView) { self.view = view }

  /// The record of a view. nil if there is none yet.
  static func known(_ view: any InAppMessageView) -> AppViewRecord? {
    guard let record = all[ObjectIdentifier(view)], record.view === view else { return nil }
    return record
  }

  static func of(_ view: any InAppMessageView) -> AppViewRecord {
    if let record = known(view) { return record }
    all = all.filter { $0.value.view != nil }
    let record = AppViewRecord(view)
    all[ObjectIdentifier(view)] = record
    return record
  }

  /// The number of records, for tests.
  static var count: Int { all.values.count { $0.view != nil } }

  // MARK: - One presentation

  func begin(_ message: Martlet.InAppMessage, presenter: InAppMessageUI) {
    number += 1
    (self.message, self.presenter) = (message, presenter)
    (isPresented, wasPresented, isDisappearing, isGone) = (false, false, false, false)
    (waitsForAppearance, waitsForDisappearance) = (nil, nil)
  }

  /// Nothing that the view reports counts any more.
  func end() {
    number += 1
    (message, presenter, isPresented) = (nil, nil, false)
    (waitsForAppearance, waitsForDisappearance) = (nil, nil)
  }

  /// Lets the view appear, and answers once when it is fully visible.
  func present(then finished: @escaping @MainActor () -> Void) {
    guard let view, !isGone else { return finished() }
    waitsForAppearance = finished
    wasPresented = true
    let number = number
    view.present { [weak self] in
      if self?.number == number { self?.appeared() }
    }
  }

  /// Lets the view disappear, unless it has begun to do so itself, and answers once when it is
  /// gone.
  func dismiss(then finished: @escaping @MainActor () -> Void) {
    guard let view, !isGone else { return finished() }
    waitsForDisappearance = finished
    guard !isDisappearing else { return }
    isDisappearing = true
    let number = number
    view.dismiss { [weak self] in
      if self?.number == number { self?.disappeared() }
    }
  }

  /// The host takes the view away at once. A view that is on the screen can still tidy up, but
  /// nothing that it reports counts.
  func takeAway() {
    let isDone = !wasPresented || isDisappearing || isGone
    (isDisappearing, isGone) = (true, true)
    (waitsForAppearance, waitsForDisappearance) = (nil, nil)
    if !isDone { view?.dismiss(completion: nil) }
  }

  // MARK: - Reports of the view

  func appeared() {
    let answer = waitsForAppearance
    waitsForAppearance = nil
    answer?()
  }

  func disappears() {
    guard !isDisappearing, let view else { return }
    isDisappearing = true
    presenter?.close(view)
  }

  func disappeared() {
    guard !isGone, let view else { return }
    (isDisappearing, isGone) = (true, true)
    if let answer = waitsForDisappearance {
      waitsForDisappearance = nil
      answer()
    } else {
      // Nobody waits, so the view has closed itself.
      presenter?.close(view)
    }
  }
}
