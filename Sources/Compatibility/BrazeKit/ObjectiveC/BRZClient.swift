// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(ObjectiveC)
public import Foundation
public import MartletKit

/// `Martlet`. Keep the object for as long as the app runs.
@objc(Braze)
public final class BRZClient: NSObject, Sendable {
  /// The client that this one forwards to, for the Swift code of the app.
  public let martlet: Martlet

  /// The delegate, held weakly. Set it before the first event.
  @MainActor @objc public weak var delegate: (any BRZDelegate)? {
    didSet { martlet.delegate = delegate.map { keep(DelegateBridge($0, of: self), as: \.delegateBridge) } }
  }
  /// Receives rejected user signatures. Held weakly.
  @MainActor @objc public weak var sdkAuthDelegate: (any BRZSDKAuthDelegate)? {
    didSet {
      martlet.sdkAuthenticationDelegate = sdkAuthDelegate.map {
        keep(SDKAuthBridge($0, of: self), as: \.sdkAuthBridge)
      }
    }
  }
  /// Shows triggered messages. Held strongly.
  @MainActor @objc public var inAppMessagePresenter: (any BRZInAppMessagePresenter)? {
    didSet { martlet.inAppMessagePresenter = inAppMessagePresenter.map { PresenterBridge.typed($0) } }
  }

  // The client holds them weakly.
  @MainActor private var delegateBridge: DelegateBridge?
  @MainActor private var sdkAuthBridge: SDKAuthBridge?

  /// Creates a client and returns immediately. The configuration is copied.
  @available(iOSApplicationExtension, unavailable)
  @available(tvOSApplicationExtension, unavailable)
  @objc public init(configuration: BRZConfiguration) {
    martlet = Martlet(configuration: configuration.typed)
  }

  /// The same client for Objective-C. Keep one of these objects for each client, because it holds
  /// its delegates' bridges.
  public init(_ martlet: Martlet) {
    self.martlet = martlet
  }

  @available(*, unavailable)
  public override init() { fatalError("A client needs a configuration.") }

  @MainActor
  private func keep<Bridge>(_ bridge: Bridge, as path: ReferenceWritableKeyPath<BRZClient, Bridge?>) -> Bridge
  {
    self[keyPath: path] = bridge
    return bridge
  }

  /// The version of the SDK.
  @objc public static var sdkVersion: String { Martlet.version }

  /// Whether the SDK is on. Stored across launches.
  @objc public var enabled: Bool {
    get { martlet.isEnabled }
    set { martlet.isEnabled = newValue }
  }

  /// The id of this installation, or `"undefined"`, as in Swift.
  @objc public var deviceId: String { martlet.deviceId }

  /// `deviceId`, when all previous calls have taken effect.
  @objc(getDeviceIdWithCompletion:)
  public func getDeviceId(_ completion: @escaping @MainActor @Sendable (String) -> Void) {
    martlet.getDeviceId(completion)
  }

  /// The person who uses the app.
  @objc public var user: BRZUser { BRZUser(martlet.user) }
}
#endif
