// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

extension Drive {
  /// What was posted to assistive technology.
  public struct Post {
    public var notification: UIAccessibility.Notification
    /// Elements are held weakly, as by the system.
    private weak var element: UIResponder?
    private var value: Any?
    public var time: TimeInterval
    /// An announcement that came less than 0.5 s after a change of focus. VoiceOver does not speak
    /// it.
    public var isLost: Bool
    public var argument: Any? { element ?? value }

    init(notification: UIAccessibility.Notification, argument: Any?, time: TimeInterval, isLost: Bool) {
      (self.notification, self.time, self.isLost) = (notification, time, isLost)
      element = argument as? UIResponder
      value = element == nil ? argument : nil
    }

    /// The text of an announcement.
    public var text: String? { (argument as? NSAttributedString)?.string ?? argument as? String }
  }

  public static var posts: [Post] { Device.current.posts }

  /// The element that has VoiceOver's focus.
  public static var focus: UIResponder? { Device.current.focused }

  /// The person moves the focus.
  public static func focus(on element: UIResponder?) {
    guard element !== Device.current.focused else { return }
    let before = Device.current.focused
    Device.current.focused = element
    Device.current.focusChanged = now
    before?.accessibilityElementDidLoseFocus()
    element?.accessibilityElementDidBecomeFocused()
    var facts: [String: Any] = [:]
    if let element { facts[UIAccessibility.focusedElementUserInfoKey] = element }
    if let before { facts[UIAccessibility.unfocusedElementUserInfoKey] = before }
    NotificationCenter.default.post(
      name: UIAccessibility.elementFocusedNotification, object: nil, userInfo: facts)
  }

  /// VoiceOver has spoken an announcement, or was interrupted.
  public static func finishAnnouncement(_ text: String, wasSuccessful: Bool) {
    NotificationCenter.default.post(
      name: UIAccessibility.announcementDidFinishNotification, object: nil,
      userInfo: [
        UIAccessibility.announcementStringValueUserInfoKey: text,
        UIAccessibility.announcementWasSuccessfulUserInfoKey: NSNumber(value: wasSuccessful),
      ])
  }

  static func record(_ notification: UIAccessibility.Notification, _ argument: Any?) {
    let isLost = notification == .announcement && now - Device.current.focusChanged < 0.5
    Device.current.posts.append(
      Post(notification: notification, argument: argument, time: now, isLost: isLost))
    guard notification == .screenChanged || notification == .layoutChanged else { return }
    if let element = argument as? UIResponder {
      focus(
        on: element.isAccessibilityElement
          ? element : (element as? UIView).flatMap { elements(in: $0).first } ?? element)
    } else if notification == .screenChanged {
      focus(
        on: windowScenes.first { $0.activationState == .foregroundActive }.flatMap {
          voiceOverOrder(in: $0).first
        })
    }
  }

  /// The scrub with two fingers. The focused element and each next responder are asked; without
  /// focus, the foremost window's first element.
  @discardableResult public static func escapeGesture(in scene: UIWindowScene) -> Bool {
    gesture(in: scene) { $0.accessibilityPerformEscape() }
  }

  /// The double tap with two fingers.
  @discardableResult public static func magicTap(in scene: UIWindowScene) -> Bool {
    gesture(in: scene) { $0.accessibilityPerformMagicTap() }
  }

  private static func gesture(in scene: UIWindowScene, _ ask: (UIResponder) -> Bool) -> Bool {
    turn()
    defer { turn() }
    var responder: UIResponder? =
      Device.current.focused ?? voiceOverOrder(in: scene).first ?? scene.windows.last { $0.isShown }
    while let current = responder {
      if ask(current) { return true }
      responder = current.next
    }
    return false
  }

  /// A double tap of VoiceOver: the element activates itself, or a tap at its activation point
  /// follows.
  public static func activate(element: UIResponder, in scene: UIWindowScene) {
    if !element.accessibilityActivate() {
      let point = element.accessibilityActivationPoint
      tap(CGPoint(x: point.x - scene.area.minX, y: point.y - scene.area.minY), in: scene)
    }
    turn()
  }

  /// What the system shows enlarged while a person with large text keeps a finger on this point.
  /// nil for nothing.
  public static func largeContent(at point: CGPoint, in scene: UIWindowScene) -> (
    title: String?, image: UIImage?
  )? {
    let touched = sequence(first: hit(point, in: scene), next: { $0?.superview }).compactMap(\.self)
    guard touched.contains(where: { $0.interactions.contains { $0 is UILargeContentViewerInteraction } })
    else { return nil }
    return touched.first(where: \.showsLargeContentViewer).map {
      ($0.largeContentTitle, $0.largeContentImage)
    }
  }

  /// The elements in the order of VoiceOver, the foremost window first.
  ///
  /// A modal view hides its siblings only. Windows are siblings of each other, so only a window
  /// that is modal hides those behind it.
  public static func voiceOverOrder(in scene: UIWindowScene) -> [UIResponder] {
    let windows = scene.windows.reversed().filter(\.isShown)
    let modal = windows.firstIndex(where: \.accessibilityViewIsModal)
    return windows.prefix(modal.map { $0 + 1 } ?? windows.count).flatMap { elements(in: $0) }
  }

  public static func voiceOverOrder(in window: UIWindow) -> [UIResponder] {
    window.isShown ? elements(in: window) : []
  }

  /// One line for each element: label, value, traits, language, frame.
  public static func describe(_ elements: [UIResponder]) -> String {
    elements.map { element in
      var parts = [quote(element.accessibilityLabel ?? "")]
      if let value = element.accessibilityValue { parts.append("value \(quote(value))") }
      parts += element.accessibilityTraits.words
      if let language = element.accessibilityLanguage { parts.append(language) }
      return (parts + [rect(element.accessibilityFrame)]).joined(separator: " ") + "\n"
    }.joined()
  }

  private static func elements(in view: UIView) -> [UIResponder] {
    if view.isHidden || view.alpha < 0.01 || view.accessibilityElementsHidden { return [] }
    if view.isAccessibilityElement { return [view] }
    if let own = view.accessibilityElements {
      return own.flatMap { item -> [UIResponder] in
        if let view = item as? UIView { return elements(in: view) }
        return (item as? UIResponder).map { [$0] } ?? []
      }
    }
    if let modal = view.subviews.last(where: { $0.accessibilityViewIsModal && !$0.isHidden }) {
      return elements(in: modal)
    }
    // Without an order of its own, from top to bottom and in the reading direction. A group stays
    // together.
    let groups = view.subviews.map { sub in (elements: elements(in: sub), frame: sub.frame) }.filter {
      !$0.elements.isEmpty
    }
    let turned = view.effectiveUserInterfaceLayoutDirection == .rightToLeft
    return groups.enumerated().sorted { first, second in
      let (a, b) = (first.element.frame, second.element.frame)
      if a.minY != b.minY { return a.minY < b.minY }
      if a.minX != b.minX { return turned ? a.minX > b.minX : a.minX < b.minX }
      return first.offset < second.offset
    }.flatMap(\.element.elements)
  }
}
