// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

import Foundation
@_exported import UIKit

@MainActor public protocol SFSafariViewControllerDelegate: NSObjectProtocol {
  func safariViewControllerDidFinish(_ controller: SFSafariViewController)
  func safariViewController(
    _ controller: SFSafariViewController, didCompleteInitialLoad didLoadSuccessfully: Bool)
}

extension SFSafariViewControllerDelegate {
  public func safariViewControllerDidFinish(_ controller: SFSafariViewController) {}
  public func safariViewController(
    _ controller: SFSafariViewController, didCompleteInitialLoad didLoadSuccessfully: Bool
  ) {}
}

/// Safari inside the app. Present it; do not embed it.
open class SFSafariViewController: UIViewController {
  public enum DismissButtonStyle: Int, Sendable { case done, close, cancel }

  @MainActor open class Configuration: NSObject {
    open var entersReaderIfAvailable = false
    open var barCollapsingEnabled = true

    public override init() { super.init() }
  }

  open weak var delegate: (any SFSafariViewControllerDelegate)?
  open var dismissButtonStyle = DismissButtonStyle.done
  open var preferredBarTintColor: UIColor?
  open var preferredControlTintColor: UIColor?
  public let configuration: SFSafariViewController.Configuration
  package let url: URL

  /// Apple raises an exception for any scheme but http and https.
  public init(url URL: URL, configuration: SFSafariViewController.Configuration) {
    let scheme = URL.scheme?.lowercased()
    if scheme != "http", scheme != "https" {
      Violations.record("SFSafariViewController was made with the scheme \(scheme ?? "none")")
    }
    url = URL
    let copy = Configuration()
    (copy.entersReaderIfAvailable, copy.barCollapsingEnabled) = (
      configuration.entersReaderIfAvailable, configuration.barCollapsingEnabled
    )
    self.configuration = copy
    super.init(nibName: nil, bundle: nil)
    modalPresentationStyle = .fullScreen
  }

  public convenience init(url URL: URL) { self.init(url: URL, configuration: Configuration()) }
  public required init?(coder: NSCoder) { nil }

  open override func didMove(toParent parent: UIViewController?) {
    super.didMove(toParent: parent)
    if parent != nil { Violations.record("SFSafariViewController was embedded") }
  }
}

extension Drive {
  /// The URL that was opened.
  public static func url(of safari: SFSafariViewController) -> URL { safari.url }

  public static func finishLoading(_ safari: SFSafariViewController, successfully: Bool = true) {
    safari.delegate?.safariViewController(safari, didCompleteInitialLoad: successfully)
    turn()
  }

  /// The person taps "Done": Safari goes by itself, and its delegate hears of it.
  public static func tapDone(_ safari: SFSafariViewController) {
    let delegate = safari.delegate
    safari.presentingViewController?.dismiss(animated: true)
    delegate?.safariViewControllerDidFinish(safari)
    turn()
  }
}
