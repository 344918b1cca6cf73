// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation

extension Drive {
  /// Connects a scene. It fills the screen unless it has an area, and is active unless it is to
  /// stay in the background.
  ///
  /// - Parameter safeArea: for the orientation that the size has.
  @discardableResult
  public static func connectScene(
    id: String = "scene-1", size: CGSize = CGSize(width: 390, height: 844), origin: CGPoint = .zero,
    safeArea: UIEdgeInsets = UIEdgeInsets(top: 47, left: 0, bottom: 34, right: 0),
    traits: UITraitCollection = UITraitCollection(),
    isMultitasking: Bool = false, role: UISceneSession.Role = .windowApplication, isActive: Bool = true
  ) -> UIWindowScene {
    if origin == .zero, !isMultitasking { Device.current.screen.bounds.size = size }
    let sizes = UITraitCollection(traitsFrom: [
      UITraitCollection(horizontalSizeClass: size.width < 700 ? .compact : .regular),
      UITraitCollection(verticalSizeClass: size.height < 500 ? .compact : .regular),
    ])
    let scene = UIWindowScene(
      session: UISceneSession(id: id, role: role), area: CGRect(origin: origin, size: size),
      safeArea: safeArea,
      traits: UITraitCollection(traitsFrom: [.standard, sizes, traits]))
    scene.isMultitasking = isMultitasking
    connect(scene, isActive)
    return scene
  }

  /// Connects a scene that has no windows, as CarPlay's.
  @discardableResult
  public static func connectSceneWithoutWindows(id: String = "car", isActive: Bool = true) -> UIScene {
    let scene = UIScene(
      session: UISceneSession(
        id: id, role: UISceneSession.Role(rawValue: "CPTemplateApplicationSceneSessionRoleApplication")))
    connect(scene, isActive)
    return scene
  }

  private static func connect(_ scene: UIScene, _ isActive: Bool) {
    UIApplication.shared.connectedScenes.insert(scene)
    scene.delegate?.scene(scene, willConnectTo: scene.session, options: UIScene.ConnectionOptions())
    post(UIScene.willConnectNotification, scene)
    scene.activationState = .background
    if isActive { activate(scene) }
  }

  /// Puts a window with this controller into the scene and makes it the key window, as an app does.
  /// The caller holds it.
  public static func appWindow(in scene: UIWindowScene, root: UIViewController) -> UIWindow {
    let window = UIWindow(windowScene: scene)
    window.rootViewController = root
    window.makeKeyAndVisible()
    turn()
    return window
  }

  /// The scene comes to the front and receives touches.
  public static func activate(_ scene: UIScene) {
    let before = UIApplication.shared.applicationState
    if scene.activationState == .background {
      scene.activationState = .foregroundInactive
      scene.delegate?.sceneWillEnterForeground(scene)
      post(UIScene.willEnterForegroundNotification, scene)
      if before == .background { post(UIApplication.willEnterForegroundNotification, UIApplication.shared) }
    }
    guard scene.activationState != .foregroundActive else { return }
    scene.activationState = .foregroundActive
    scene.delegate?.sceneDidBecomeActive(scene)
    post(UIScene.didActivateNotification, scene)
    if before != .active { post(UIApplication.didBecomeActiveNotification, UIApplication.shared) }
    turn()
  }

  /// Something lies over the scene: the app switcher, a system alert, a call.
  public static func deactivate(_ scene: UIScene) {
    guard scene.activationState == .foregroundActive else { return }
    scene.delegate?.sceneWillResignActive(scene)
    post(UIScene.willDeactivateNotification, scene)
    scene.activationState = .foregroundInactive
    if UIApplication.shared.applicationState != .active {
      post(UIApplication.willResignActiveNotification, UIApplication.shared)
    }
    turn()
  }

  public static func moveToBackground(_ scene: UIScene) {
    deactivate(scene)
    guard scene.activationState == .foregroundInactive else { return }
    scene.activationState = .background
    scene.delegate?.sceneDidEnterBackground(scene)
    post(UIScene.didEnterBackgroundNotification, scene)
    if UIApplication.shared.applicationState == .background {
      post(UIApplication.didEnterBackgroundNotification, UIApplication.shared)
    }
    turn()
  }

  /// The scene is gone; its windows have none any more.
  public static func disconnect(_ scene: UIScene) {
    moveToBackground(scene)
    UIApplication.shared.connectedScenes.remove(scene)
    scene.delegate?.sceneDidDisconnect(scene)
    scene.activationState = .unattached
    post(UIScene.didDisconnectNotification, scene)
    for window in (scene as? UIWindowScene)?.windows ?? [] { window.windowScene = nil }
    turn()
  }

  /// The person turns the device. False if neither the app nor the controller in front allows it.
  @discardableResult
  public static func rotate(_ scene: UIWindowScene, to orientation: UIInterfaceOrientation) -> Bool {
    guard scene.supportedOrientations.contains(orientation.mask) else { return false }
    scene.turn(to: orientation)
    turn()
    return true
  }

  /// The orientations in which the scene can be now.
  public static func supportedOrientations(of scene: UIWindowScene) -> UIInterfaceOrientationMask {
    scene.supportedOrientations
  }

  /// The person drags the edge of the window, or moves it, on an iPad.
  public static func resize(
    _ scene: UIWindowScene, to size: CGSize, origin: CGPoint? = nil, safeArea: UIEdgeInsets? = nil
  ) {
    scene.resize(
      to: CGRect(origin: origin ?? scene.area.origin, size: size), safeArea: safeArea ?? scene.safeArea)
    turn()
  }

  /// Other traits: light and dark, text size, size class, contrast, direction. What the collection
  /// does not say stays.
  public static func change(_ scene: UIWindowScene, _ traits: UITraitCollection) {
    let before = scene.traitCollection
    scene.setTraits(UITraitCollection(traitsFrom: [before, traits]))
    if scene.traitCollection.preferredContentSizeCategory != before.preferredContentSizeCategory {
      UIApplication.shared.preferredContentSizeCategory = scene.traitCollection.preferredContentSizeCategory
      NotificationCenter.default.post(
        name: UIContentSizeCategory.didChangeNotification, object: nil,
        userInfo: [
          UIContentSizeCategory.newValueUserInfoKey: scene.traitCollection.preferredContentSizeCategory
        ])
    }
    turn()
  }

  /// Other switches of accessibility, with their notifications.
  public static func setAccessibility(_ change: (inout AccessibilityFlags) -> Void) {
    let before = Device.current.accessibility
    var flags = before
    change(&flags)
    Device.current.accessibility = flags
    for name in Device.current.accessibility.notifications(after: before) {
      NotificationCenter.default.post(name: name, object: nil)
    }
    turn()
  }

  private static func post(_ name: Notification.Name, _ object: UIResponder) {
    NotificationCenter.default.post(name: name, object: object)
  }
}
