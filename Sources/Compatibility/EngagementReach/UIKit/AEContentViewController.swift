// This source file is part of Martlet, open-source in-app messaging in Swift.
// Licensed under the Apache License, Version 2.0. SPDX-License-Identifier: Apache-2.0

#if canImport(UIKit)
public import UIKit

/// Shows an announcement or a survey. It ends with `exit`, or with the action of its subclass.
///
/// Objective-C has a class of its own with this name.
#if canImport(ObjectiveC)
@objc(AESwiftContentViewController)
#endif
@MainActor
open class AEContentViewController: UIViewController {
  /// What it shows. Subclasses have one.
  open var content: AEInteractiveContent? { nil }

  /// The nib that a default controller loads. nil: none.
  class var ownNib: String? { nil }

  /// The person closed it. It is taken away when its content has ended.
  #if canImport(ObjectiveC)
  @objc
  #endif
  open func exit() { content?.exitContent() }

  #if canImport(ObjectiveC) && !os(tvOS)
  // MARK: - The toolbar

  /// Fills a toolbar: a button for each label that is not empty. Without a button, it is hidden.
  open func loadToolbar(_ toolbar: UIToolbar!) {
    func button(_ label: String?, _ style: UIBarButtonItem.Style, _ pressed: Selector) -> UIBarButtonItem? {
      guard let label, !label.isEmpty else { return nil }
      return UIBarButtonItem(title: label, style: style, target: self, action: pressed)
    }
    let exit = button(content?.exitLabel, .plain, #selector(exitButtonClicked(_:)))
    let action = button(content?.actionLabel, .done, #selector(actionButtonClicked(_:)))
    exit.map(exitButtonLoaded)
    action.map(actionButtonLoaded)
    let space = action.map { _ in
      UIBarButtonItem(barButtonSystemItem: .flexibleSpace, target: nil, action: nil)
    }
    toolbar?.items = [exit, space, action].compactMap(\.self)
    toolbar?.isHidden = exit == nil && action == nil
  }

  /// The person pressed the button with the label of the action. Does nothing.
  @objc open func actionButtonClicked(_ sender: Any!) {}
  /// The person pressed the button with the label of the exit. Calls `exit`.
  @objc open func exitButtonClicked(_ sender: Any!) { exit() }
  /// A button of the toolbar, to be changed before it appears. Does nothing.
  open func actionButtonLoaded(_ button: UIBarButtonItem!) {}
  /// A button of the toolbar, to be changed before it appears. Does nothing.
  open func exitButtonLoaded(_ button: UIBarButtonItem!) {}
  #endif
}

/// Shows an announcement. Extend it, and call `action` or `exit` once.
///
/// Objective-C has a class of its own with this name.
#if canImport(ObjectiveC)
@objc(AESwiftAnnouncementViewController)
#endif
@MainActor
open class AEAnnouncementViewController: AEContentViewController {
  // As in the SDK that it replaces: subclasses of apps read it without unwrapping.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// What it shows. A subclass with an initializer of its own sets it there.
  open var announcement: AEReachAnnouncement!

  /// Called for each announcement of the category that the class is registered for.
  public required init!(announcement: AEReachAnnouncement!) {
    guard let announcement else { return nil }
    self.announcement = announcement
    super.init(nibName: Self.ownNib, bundle: nil)
  }

  /// For subclasses whose view is in a nib of another name. They set `announcement` afterwards.
  public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
  }

  /// nil: a nib has no announcement.
  public required init?(coder: NSCoder) { nil }

  open override var content: AEInteractiveContent? { announcement }

  /// The person used the action. Its URL opens.
  #if canImport(ObjectiveC)
  @objc
  #endif
  open func action() { announcement?.actionContent() }

  #if canImport(ObjectiveC) && !os(tvOS)
  open override func actionButtonClicked(_ sender: Any!) { action() }
  #endif
}

/// Shows a survey. Extend it, and call `submitAnswers` or `exit` once.
///
/// Objective-C has a class of its own with this name.
#if canImport(ObjectiveC)
@objc(AESwiftPollViewController)
#endif
@MainActor
open class AEPollViewController: AEContentViewController {
  // As in the SDK that it replaces: subclasses of apps read it without unwrapping.
  // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
  /// What it asks. A subclass with an initializer of its own sets it there.
  open var poll: AEReachPoll!

  /// Called for each survey of the category that the class is registered for.
  public required init!(poll: AEReachPoll!) {
    guard let poll else { return nil }
    self.poll = poll
    super.init(nibName: Self.ownNib, bundle: nil)
  }

  /// For subclasses whose view is in a nib of another name. They set `poll` afterwards.
  public override init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) {
    super.init(nibName: nibNameOrNil, bundle: nibBundleOrNil)
  }

  /// nil: a nib has no survey.
  public required init?(coder: NSCoder) { nil }

  open override var content: AEInteractiveContent? { poll }

  /// The person submitted the answers.
  ///
  /// - Parameter answers: the ids of the choices, by the ids of the questions. Others are left out.
  #if canImport(ObjectiveC)
  @objc
  #endif
  open func submitAnswers(_ answers: [AnyHashable: Any]!) {
    for (question, choice) in answers ?? [:] {
      poll?.fillAnswer(withQuestionId: question.base as? String, choiceId: choice as? String)
    }
    poll?.actionContent()
  }
}
#endif
