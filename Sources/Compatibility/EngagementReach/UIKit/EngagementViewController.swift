// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
public import UIKit

/// Starts an activity each time it appears.
///
/// Objective-C has a class of its own with this name.
#if canImport(ObjectiveC)
@objc(EngagementSwiftViewController)
#endif
@MainActor
open class EngagementViewController: UIViewController {
  open override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    EngagementAgent.shared()?.startActivity(engagementActivityName(), extras: engagementActivityExtra())
  }

  /// The name of the activity. By default that of the class, without "ViewController" at its end.
  open func engagementActivityName() -> String! { EngagementAgent.activity(of: type(of: self)) }

  /// The extras of the activity. nil by default.
  open func engagementActivityExtra() -> [AnyHashable: Any]! { nil }
}

#if canImport(ObjectiveC)
/// Starts an activity each time it appears.
///
/// Objective-C has a class of its own with this name.
@objc(EngagementSwiftTableViewController)
@MainActor
open class EngagementTableViewController: UITableViewController {
  open override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    EngagementAgent.shared()?.startActivity(engagementActivityName(), extras: engagementActivityExtra())
  }

  /// The name of the activity. By default that of the class, without "ViewController" at its end.
  open func engagementActivityName() -> String! { EngagementAgent.activity(of: type(of: self)) }

  /// The extras of the activity. nil by default.
  open func engagementActivityExtra() -> [AnyHashable: Any]! { nil }
}
#endif

extension EngagementAgent {
  #if canImport(ObjectiveC)
  @nonobjc
  #endif
  static func activity(of controller: Any.Type) -> String {
    let (name, ending) = (String(describing: controller), "ViewController")
    return name.hasSuffix(ending) && name.count > ending.count ? String(name.dropLast(ending.count)) : name
  }
}
#endif
